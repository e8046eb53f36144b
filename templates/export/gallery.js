const form = document.querySelector("form"), figures = [...document.querySelectorAll("figure")];
const fold = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
const words = new Map(figures.map((f) => [f, fold(f.querySelector("img").alt)]));
function narrow() {
  const wanted = fold(form.querySelector("input").value).split(/\s+/).filter(Boolean);
  const chosen = [...form.querySelectorAll("select")].filter((s) => s.value);
  let shown = 0;
  for (const figure of figures) {
    const has = JSON.parse(figure.dataset.has || "{}");
    const fits = wanted.every((w) => words.get(figure).includes(w)) && chosen.every((s) => (has[s.name] || []).includes(s.value));
    figure.hidden = !fits;
    shown += fits;
  }
  for (const section of document.querySelectorAll("section")) section.hidden = !section.querySelector("figure:not([hidden])");
  const output = form.querySelector("output");
  output.textContent = output.dataset.shown.replace("{n}", shown).replace("{of}", figures.length);
}
form.addEventListener("input", narrow);
form.addEventListener("submit", (event) => event.preventDefault());
const dialog = document.querySelector("dialog");
document.querySelector("main").addEventListener("click", (event) => {
  const figure = event.target.closest("button")?.closest("figure");
  if (!figure) return;
  const [name, ...text] = figure.querySelector("img").alt.split("\n");
  dialog.querySelector("img").src = figure.querySelector("img").src;
  dialog.querySelector("h3").textContent = name;
  dialog.querySelector("p").textContent = text.join("\n");
  dialog.showModal();
});
dialog.addEventListener("click", () => dialog.close());
narrow();
