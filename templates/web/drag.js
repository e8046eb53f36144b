// Drags a component or the content of a cell onto a target. Uses pointer events, since HTML drag and drop does not work by touch.

// CSS pixels that the pointer moves before a press becomes a drag.
const THRESHOLD = 6;

// - `partners(id)`: the ids that `id` can be dropped on
// - `onDrop(from, to)`
export function enableDragging(root, { partners, onDrop }) {
  let drag = null;

  function start(event) {
    if (event.button !== 0 || !event.isPrimary) return;
    for (let node = event.target.closest("[data-target]"); node && root.contains(node); node = node.parentElement?.closest("[data-target]")) {
      const found = partners(node.dataset.target);
      if (found.size === 0) continue;
      // By touch a zone must still scroll; only what forbids scrolling in the style sheet can be dragged.
      if (event.pointerType === "touch" && !event.target.closest(".cell.draggable")) return;
      drag = { id: node.dataset.target, node, found, x: event.clientX, y: event.clientY, pointer: event.pointerId, ghost: null };
      return;
    }
  }

  function move(event) {
    if (!drag || event.pointerId !== drag.pointer) return;
    const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > THRESHOLD;
    if (!drag.ghost && far) lift();
    if (!drag.ghost) return;
    event.preventDefault();
    drag.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%)`;
    const over = under(event)?.node ?? null;
    if (over === drag.over) return;
    drag.over?.classList.remove("drop-over");
    over?.classList.add("drop-over");
    drag.over = over;
  }

  // Makes the picture that follows the pointer and shows where it can go.
  function lift() {
    const box = drag.node.getBoundingClientRect();
    const ghost = drag.node.cloneNode(true);
    ghost.removeAttribute("data-target");
    ghost.removeAttribute("style");
    ghost.classList.add("ghost");
    ghost.setAttribute("aria-hidden", "true");
    ghost.style.width = `${box.width}px`;
    ghost.style.height = `${box.height}px`;
    root.append(ghost);
    drag.ghost = ghost;
    root.classList.add("dragging");
    for (const node of root.querySelectorAll("[data-target]")) {
      if (node !== drag.node && drag.found.has(node.dataset.target)) node.classList.add("drop");
    }
  }

  // The partner under the pointer, innermost first.
  function under(event) {
    const at = document.elementFromPoint(event.clientX, event.clientY);
    for (let node = at?.closest("[data-target], [data-zone]"); node && root.contains(node); node = node.parentElement?.closest("[data-target], [data-zone]")) {
      const id = node.dataset.target ?? node.dataset.zone;
      if (drag.found.has(id)) return { node, id };
    }
    return null;
  }

  function end(event) {
    if (!drag || event.pointerId !== drag.pointer) return;
    const { ghost, id } = drag;
    const to = ghost && event.type === "pointerup" ? under(event) : null;
    cancel();
    if (!ghost) return;
    // The click that follows a drag is not meant.
    window.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => window.removeEventListener("click", swallow, { capture: true }), 50);
    if (to) onDrop(id, to.id);
  }

  function swallow(event) {
    event.preventDefault();
    event.stopPropagation();
  }

  function cancel() {
    drag?.ghost?.remove();
    drag = null;
    root.classList.remove("dragging");
    for (const node of root.querySelectorAll(".drop, .drop-over")) node.classList.remove("drop", "drop-over");
  }

  root.addEventListener("pointerdown", start);
  window.addEventListener("pointermove", move, { passive: false });
  window.addEventListener("pointerup", end);
  window.addEventListener("pointercancel", end);
  return {
    cancel,
    // Whether something is being dragged.
    get active() {
      return Boolean(drag?.ghost);
    },
    close() {
      cancel();
      root.removeEventListener("pointerdown", start);
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", end);
      window.removeEventListener("pointercancel", end);
    },
  };
}
