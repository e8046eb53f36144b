// Small helpers to build and update the page. Data only ever becomes text or attributes, never markup.

// Creates an element. `text` is its text, `class` its classes, `on…` a listener; null, undefined and false are left out.
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "text") node.textContent = value;
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

const keyed = new WeakMap();

// Makes the children of `parent` match `items`, and keeps the nodes of items that were there before: focus, scroll positions and loaded
// pictures survive an update. Nodes that only change their index are moved as little as possible, since moving one drops its focus.
export function syncChildren(parent, items, keyOf, create, update) {
  const before = keyed.get(parent) ?? new Map();
  const after = new Map();
  const occurrences = new Map();
  for (const item of items) {
    const name = String(keyOf(item));
    const seen = occurrences.get(name) ?? 0;
    occurrences.set(name, seen + 1);
    // A key may come twice; the second gets a number.
    const key = seen === 0 ? name : `${name}\n${seen}`;
    after.set(key, { node: before.get(key) ?? create(item), item });
  }
  for (const [key, node] of before) {
    if (!after.has(key)) node.remove();
  }
  let cursor = parent.firstChild;
  for (const { node, item } of after.values()) {
    if (node === cursor) cursor = cursor.nextSibling;
    else parent.insertBefore(node, cursor);
    update?.(node, item);
  }
  keyed.set(parent, new Map([...after].map(([key, { node }]) => [key, node])));
}

// Sets text only if it changed, so that live regions do not announce the same words again.
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

// Restarts the highlight of a value that changed.
export function flash(node) {
  node.classList.remove("changed");
  // Reading the layout makes the browser take notice of the removal.
  void node.offsetWidth;
  node.classList.add("changed");
}

// Fetches JSON; failures become errors with words for people.
export async function fetchJson(url, body) {
  let response;
  try {
    response = await fetch(url, body === undefined ? {} : {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    throw new Error("The server does not answer. Is it still running?");
  }
  let data = null;
  try {
    data = await response.json();
  } catch {
    throw new Error(`The server answered with something that is not JSON (status ${response.status}).`);
  }
  if (!response.ok || data.ok === false) throw new Error(data.error ?? `The server refused (status ${response.status}).`);
  return data;
}

// Offers a text as a file to save.
export function downloadText(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  const link = element("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers read the object only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
