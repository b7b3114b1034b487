// A control is moved: the address follows, the newest state is asked for, and the answer shown.

import {ask, giveUp} from "./ask.js";
import {element, list, table} from "./elements.js";
import * as form from "./form.js";

const byId = (id) => document.getElementById(id);
const SLOW = 150;  // milliseconds after which the page says that it works
const PATIENCE = 300;  // that an answer may still take once a newer state waits for its own
const LATER = 250;  // curves and regimes begin once the page rests
let later = 0;
let wanted = null;
let running = false;

/** While a slider moves, answers follow one another, and the newest state is always the next. */
async function move() {
  wanted = form.query();
  clearTimeout(later);
  giveUp("curve");
  giveUp("regimes");
  giveUp("proof");
  byId("answer").setAttribute("aria-busy", "true");
  if (running) {
    const now = running;
    setTimeout(() => { if (running === now && wanted !== null) giveUp("answer"); }, PATIENCE);
    return;
  }
  while (wanted !== null) {
    const query = wanted;
    wanted = null;
    running = {};
    await answer(query);
  }
  running = false;
  byId("answer").removeAttribute("aria-busy");
}

async function answer(query) {
  const slow = setTimeout(() => {
    byId("status").textContent = "working…";
    history.replaceState(null, "", `?${query}`);
  }, SLOW);
  const found = await ask("answer", query);
  clearTimeout(slow);
  if (found === null) return;
  if (wanted === null) history.replaceState(null, "", `?${query}`);
  form.blame(found.error);
  byId("answer").classList.toggle("old", Boolean(found.error));
  if (found.error) {
    byId("status").textContent = byId("verdict").hidden
      ? "no answer yet" : "below is the last answer that there was";
    return;
  }
  show(found, query);
  later = setTimeout(() => { along(query); regimes("regimes", query); }, LATER);
}

function show(found, query) {
  form.write(found.texts);
  const took = Math.max(1, Math.round(1000 * found.seconds));
  byId("status").textContent = `${found.verdict}, answered in ${took} ms`;
  byId("verdict").hidden = false;
  byId("word").textContent = found.verdict;
  byId("word").className = `verdict ${found.look}`;
  byId("sentence").textContent = `${found.sentence[0].toUpperCase()}${found.sentence.slice(1)}.`;
  list(byId("explained"), found.explained);
  byId("facts").replaceChildren(...named(found.facts));
  for (const name of Object.keys(byId("facts").dataset)) delete byId("facts").dataset[name];
  for (const [name, text] of Object.entries(found.numbers)) {
    if (text !== null) byId("facts").dataset[name] = text;
  }
  byId("kernels").innerHTML = found.figure;
  list(byId("changed").querySelector("ul"), found.changed);
  byId("changed").hidden = found.changed.length === 0;
  const {title, pairs} = found.closed;
  byId("closed").hidden = pairs.length === 0;
  byId("closed").querySelector("h3").textContent =
    found.changed.length ? `${title}, of the better one` : title;
  byId("closed").querySelector("dl").replaceChildren(...named(pairs));
  byId("elsewhere").hidden = false;
  byId("link").href = `?${query}`;
  const open = new Set([...byId("snippets").querySelectorAll("details[open]")].map((d) => d.dataset.as));
  byId("snippets").replaceChildren(...Object.entries(found.snippets).map(([name, text]) =>
    snippet(name, text, open.has(name))));
}

const named = (pairs) => pairs.flatMap(([name, text]) =>
  [element("dt", {}, name), element("dd", {}, text)]);

function snippet(name, text, open) {
  const copy = element("button", {type: "button"}, "Copy");
  copy.addEventListener("click", async () => {
    const copied = await navigator.clipboard.writeText(text).then(() => true, () => false);
    copy.textContent = copied ? "Copied" : "Selected: copy it yourself";
    if (!copied) getSelection().selectAllChildren(details.querySelector("code"));
  });
  const details = element("details", {"data-as": name}, element("summary", {}, `as ${name}`),
    element("pre", {tabindex: "0"}, element("code", {}, text)), copy);
  details.open = open;
  return details;
}

async function along(query) {
  const place = byId("along");
  place.hidden = !form.hasCurve();
  if (place.hidden) return;
  for (let whole = false; !whole;) {
    const found = await ask("curve", query);
    if (found === null) return;
    whole = Boolean(found.error) || found.done >= found.of;
    byId("along-status").textContent = found.error ? found.error.text
      : whole ? "" : `working… ${found.done} of ${found.of} levels`;
    byId("along-figure").innerHTML = found.svg ?? "";
    const heads = ["ε", "optimum", "verdict", "value", "lost"];
    table(place.querySelector("table"), heads.slice(0, found.rows?.[0]?.length ?? 0), found.rows ?? []);
  }
}

async function regimes(kind, query) {
  const place = byId("regimes");
  place.hidden = !form.hasRegimes();
  if (place.hidden) return;
  byId("regimes-status").textContent = "working…";
  const found = await ask(kind, query);
  if (found === null) return;
  byId("regimes-status").textContent = found.error ? found.error.text : found.told;
  if (found.error && kind === "proof") return;
  byId("regimes-figure").innerHTML = found.svg ?? "";
  byId("prove").hidden = found.error || found.proved;
  table(place.querySelector("table"), ["ε", "blocks", "optimal partition"], found.rows ?? []);
}

const controls = byId("controls");
controls.addEventListener("input", (event) => {
  form.moved(event.target);
  move();
});
controls.addEventListener("submit", (event) => event.preventDefault());
byId("prove").addEventListener("click", () => regimes("proof", form.query()));

const offered = await ask("form", "");
if (offered.error) {
  form.blame(offered.error);
} else {
  form.offer(offered);
  form.fill(location.search);
  move();
}
