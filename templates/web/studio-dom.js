// Builds elements. Data reaches the page as text nodes and attributes only, never as HTML.

let counter = 0;

// A new id, unique on the page, to tie a label or a heading to what it names.
export function uniqueId(prefix) {
  counter += 1;
  return `${prefix}-${counter}`;
}

// Creates an element. Properties whose names begin with `on` are listeners; `class`, `for`, `data-…`, `aria-…`
// and everything else are attributes. `false`, `null` and `undefined` leave an attribute out; `true` sets it empty.
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties || {})) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on") && typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked") element[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

// A labelled control, with an optional line of help below it.
export function field(label, control, help) {
  if (!control.id) control.id = uniqueId("field");
  const parts = [el("label", { for: control.id }, label), control];
  if (help) {
    const line = el("span", { class: "help", id: `${control.id}-help` }, help);
    control.setAttribute("aria-describedby", line.id);
    parts.push(line);
  }
  return el("div", { class: "field" }, parts);
}

export function checkbox(label, properties = {}) {
  const input = el("input", { type: "checkbox", id: uniqueId("check"), ...properties });
  return { input, element: el("div", { class: "check" }, input, el("label", { for: input.id }, label)) };
}

// A `<select>`; `choices` are `[value, text]` pairs.
export function select(choices, value, properties = {}) {
  const element = el("select", properties, choices.map(([choice, text]) => el("option", { value: choice }, text)));
  if (value !== null && value !== undefined && choices.some(([choice]) => choice === value)) element.value = value;
  return element;
}

// Replaces the choices of a `<select>`, and keeps the value if it is still among them.
export function refill(element, choices, fallback) {
  const before = element.value;
  element.replaceChildren(...choices.map(([value, text]) => el("option", { value }, text)));
  const keep = choices.some(([value]) => value === before) ? before : fallback;
  if (keep !== undefined) element.value = keep;
}

// "1 card", "3 cards".
export function plural(count, one, many = `${one}s`) {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

// "Ann", "Ann and Bea", "Ann, Bea and Cid".
export function list(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

export function percent(share, digits = 1) {
  return Number.isFinite(share) ? `${(share * 100).toFixed(digits)} %` : "–";
}

export function fileSize(bytes) {
  if (!Number.isFinite(bytes)) return "";
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

// Lowercase without accents, so that a search for "elan" finds "Élan".
export function fold(text) {
  return text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
}

export function debounce(milliseconds, action) {
  let timer = 0;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...values), milliseconds);
  };
}

// Whether a key belongs to the control that has the focus, so that no shortcut may take it.
export function isTyping(target) {
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
}

// Settings that outlive a reload, if the browser lets pages keep any.
export const memory = {
  read(key, fallback) {
    try {
      return { ...fallback, ...JSON.parse(sessionStorage.getItem(key) || "{}") };
    } catch {
      return fallback;
    }
  },
  write(key, value) {
    try {
      sessionStorage.setItem(key, JSON.stringify(value));
    } catch {
      // Private windows may refuse; then the settings last until the reload.
    }
  },
};
