// Shows components large: beside the pointer after a moment, or in a dialog.

import { element } from "./dom.js";
import { humanise, parseKey, saysNothing } from "./format.js";
import { createPicture } from "./picture.js";

// Milliseconds that the pointer rests on a component before it is shown, and that a finger holds it.
const HOVER_DELAY = 550;
const HOLD_DELAY = 500;

// `scene()` returns the scene last drawn; `isDragging()` says whether previews are in the way.
export function enableInspection(root, { scene, isDragging }) {
  const preview = element("div", { class: "preview", "aria-hidden": "true", hidden: true });
  const content = element("div", { class: "inspect-content" });
  const close = element("button", { type: "button", class: "primary", text: "Close" });
  const dialog = element("dialog", { class: "inspect", "aria-label": "Component" }, content, element("div", { class: "row inspect-foot" }, close));
  root.append(preview, dialog);
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    // A click beside the dialog hits its backdrop, which belongs to the dialog itself.
    if (event.target === dialog) dialog.close();
  });

  let timer = null;
  let hold = null;
  let held = false;

  // The components of what is pointed at: one, or all on a cell.
  function idsOf(node) {
    const piece = node?.closest?.("[data-piece]");
    if (piece) return [piece.dataset.piece];
    const cell = node?.closest?.("[data-cell]");
    return cell ? [...cell.querySelectorAll("[data-piece]")].map((token) => token.dataset.piece) : [];
  }

  function card(id) {
    const current = scene();
    const face = current.message.cards?.[id]?.face;
    const title = current.names.card(id);
    const kind = current.kinds.get(current.message.cards?.[id]?.kind);
    const about = () => element("p", { class: "muted", text: kind?.title ?? humanise(current.message.cards?.[id]?.kind ?? "Component") });
    const facts = element("dl", { class: "fields facts" });
    for (const field of current.state.things.get(id) ?? []) {
      if (saysNothing(field.value) || field.value === id) continue;
      facts.append(element("div", { class: "field-pair" }, element("dt", { text: field.title }), element("dd", { text: current.names.value(field.value) })));
    }
    const attached = (current.attachments.get(id) ?? []).map(({ key, zone }) => {
      const what = zone.contents ? zone.contents.map((other) => current.names.card(other)).join(", ") : `${zone.count} face down`;
      return element("p", { class: "small", text: `${current.names.zoneTitle(key)}: ${what}` });
    });
    const where = whereIs(id, current);
    return element("article", { class: "inspect-card" },
      element("h3", { text: title }),
      face ? createPicture(face, { alt: "", class: "inspect-face" }, about) : about(),
      where ? element("p", { class: "small muted", text: where }) : null,
      ...attached, facts);
  }

  function showPreview(node, event) {
    const ids = idsOf(node).slice(0, 3);
    if (ids.length === 0 || !scene() || isDragging() || dialog.open) return;
    preview.replaceChildren(...ids.map(card));
    preview.hidden = false;
    const box = preview.getBoundingClientRect();
    const x = event.clientX + 24 + box.width > window.innerWidth ? event.clientX - 24 - box.width : event.clientX + 24;
    const y = Math.min(Math.max(8, event.clientY - box.height / 2), window.innerHeight - box.height - 8);
    preview.style.left = `${Math.max(8, x)}px`;
    preview.style.top = `${Math.max(8, y)}px`;
  }

  function hide() {
    clearTimeout(timer);
    preview.hidden = true;
  }

  // Opens the dialog for what `node` shows; returns whether there was something.
  function open(node) {
    const ids = idsOf(node);
    if (ids.length === 0 || !scene()) return false;
    hide();
    content.replaceChildren(...ids.map(card));
    dialog.setAttribute("aria-label", ids.map((id) => scene().names.card(id)).join(", "));
    if (!dialog.open) dialog.showModal();
    return true;
  }

  root.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse") return;
    clearTimeout(timer);
    const node = event.target.closest?.("[data-piece], [data-cell]");
    if (!node) {
      hide();
      return;
    }
    timer = setTimeout(() => showPreview(node, event), preview.hidden ? HOVER_DELAY : 80);
  });
  root.addEventListener("pointerleave", hide);
  root.addEventListener("pointerdown", (event) => {
    hide();
    clearTimeout(hold);
    held = false;
    if (event.pointerType === "mouse") return;
    const at = { x: event.clientX, y: event.clientY };
    hold = setTimeout(() => {
      if (!isDragging()) held = open(event.target);
    }, HOLD_DELAY);
    const moved = (other) => {
      if (other.type === "pointermove" && Math.hypot(other.clientX - at.x, other.clientY - at.y) < 10) return;
      clearTimeout(hold);
      for (const type of ["pointermove", "pointerup", "pointercancel"]) window.removeEventListener(type, moved);
    };
    for (const type of ["pointermove", "pointerup", "pointercancel"]) window.addEventListener(type, moved);
  });
  // Lifting the finger after holding is no choice. The dialog is excepted: its buttons are pressed next.
  root.addEventListener("click", (event) => {
    if (!held) return;
    held = false;
    if (dialog.contains(event.target) && event.target !== dialog) return;
    event.preventDefault();
    event.stopPropagation();
  }, { capture: true });
  // The right mouse button shows what is under it; a long touch does so on Android, too.
  root.addEventListener("contextmenu", (event) => {
    if (dialog.open || open(event.target)) event.preventDefault();
  });

  return {
    open,
    hide,
    get isOpen() {
      return dialog.open;
    },
    close() {
      hide();
      clearTimeout(hold);
      if (dialog.open) dialog.close();
    },
  };
}

function whereIs(id, scene) {
  for (const [key, zone] of Object.entries(scene.message.view.zones ?? {})) {
    if (zone.contents?.includes(id)) return `In ${lowerFirst(scene.names.zone(key))}${ownerNote(key, scene)}`;
  }
  return "";
}

function lowerFirst(text) {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function ownerNote(key, scene) {
  const { id } = parseKey(key);
  return scene.names.zones.get(id)?.ordered ? ", in order" : "";
}
