// The page of a table: the match is in the path, the secret in the fragment, which browsers never send to a server.

import { mountTable } from "./play.js";

const root = document.getElementById("table");
// Lets the table write the title of the page, which a page around it would not want.
root.dataset.title = "";
let mounted = null;

function mount() {
  mounted?.close();
  const match = decodeURIComponent(location.pathname.split("/").filter(Boolean).at(-1) ?? "");
  const secret = new URLSearchParams(location.hash.slice(1)).get("s") ?? "";
  mounted = mountTable(root, { match, secret });
}

// Another link to the same match changes only the fragment.
window.addEventListener("hashchange", mount);
mount();
