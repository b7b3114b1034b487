// The form, built from what the problems say of themselves.

import {element, option} from "./elements.js";

const OWN = "numbers of your own";
const byId = (id) => document.getElementById(id);
const inputId = (name) => `p-${name}`;

let known = {problems: [], shapes: {}};
const problem = () => known.problems.find((p) => p.slug === byId("problem").value);

export function offer(form) {
  known = form;
  byId("problem").replaceChildren(...form.problems.map((p) => option(p.slug, p.slug)));
}

/** All controls as a query says; where it says no more than the problem, as that begins. */
export function fill(query) {
  let given = new URLSearchParams(query);
  const wanted = given.get("problem");
  byId("problem").value = known.problems.some((p) => p.slug === wanted) ? wanted : "staircase";
  if ([...given.keys()].every((key) => key === "problem")) {
    given = new URLSearchParams(problem().start);
  }
  build((p) => given.get(p.name) ?? "");
  byId("shape-letters").value = given.get("shape-letters") ?? "4";
  byId("shape-skew").value = given.get("shape-skew") ?? "1";
  byId("normalize").checked = given.has("normalize");
  byId("pasted-matrix").value = given.get("pasted-matrix") ?? "";
  const mechanism = given.get("mechanism") ?? "";
  const menu = byId("mechanism");
  if (mechanism && ![...menu.options].some((o) => o.value === mechanism)) {
    menu.append(option(mechanism, mechanism));  // the server says what is wrong with it
  }
  menu.value = mechanism;
  settle();
}

/** The query of what the controls say. */
export function query() {
  const found = new URLSearchParams({problem: byId("problem").value});
  for (const p of problem().inputs) {
    const text = read(p);
    if (text) found.set(p.name, text);
  }
  if (!byId("shapes").hidden) {
    found.set("shape-letters", byId("shape-letters").value.trim());
    found.set("shape-skew", byId("shape-skew").value.trim());
  }
  if (byId("normalize").checked) found.set("normalize", "1");
  const mechanism = byId("mechanism").value;
  if (mechanism) found.set("mechanism", mechanism);
  if (mechanism === "pasted") found.set("pasted-matrix", byId("pasted-matrix").value.trim());
  return found.toString();
}

export const hasCurve = () => problem().curve && Boolean(byId(inputId("epsilon"))?.value.trim());
export const hasRegimes = () => problem().regimes;

/** After a control was moved: what depends on it. */
export function moved(target) {
  if (target.id === "problem") {
    const level = byId(inputId("epsilon"))?.value.trim();
    fill(new URLSearchParams({problem: target.value}).toString());
    if (level && byId(inputId("epsilon"))) byId(inputId("epsilon")).value = level;
  }
  if (target.dataset.of) byId(target.dataset.of).value = target.value;
  if (target.dataset.shape) byId(target.dataset.shape).value = "";
  settle();
}

/** The numbers behind the shapes, as the server wrote them out. */
export function write(texts) {
  for (const p of problem().inputs) {
    const menu = byId(`shape-${p.name}`);
    if (menu?.value && texts[p.name] !== undefined) byId(inputId(p.name)).value = texts[p.name];
  }
}

/** An error beside its field; without one, all are taken away. Returns whether it has a place. */
export function blame(error) {
  for (const place of document.querySelectorAll(".error")) place.hidden = true;
  for (const input of document.querySelectorAll("[aria-invalid]")) {
    input.removeAttribute("aria-invalid");
  }
  if (!error) return;
  const place = byId(`error-${error.field}`) ?? byId("error-state");
  place.textContent = error.text;
  place.hidden = false;
  (byId(inputId(error.field)) ?? byId(error.field))?.setAttribute("aria-invalid", "true");
}

function build(value) {
  const chosen = problem();
  byId("summary").textContent = `${chosen.summary} (${chosen.source})`;
  byId("parameters").replaceChildren(...chosen.inputs.map(field));
  for (const p of chosen.inputs) put(p, value(p));
  byId("normalizing").hidden = !chosen.inputs.some((p) => p.kind === "vector");
  const named = chosen.mechanisms.map((m) => option(m, m.replace("lpcheck.mechanisms:", "")));
  byId("mechanism").replaceChildren(
    option("", "none: the optimum alone"), ...named,
    option("pasted", chosen.shape === "kernel" ? "a matrix, pasted" : "a distribution, pasted"));
}

function field(p) {
  const id = inputId(p.name);
  const described = `help-${p.name} error-${p.name}`;
  const text = !known.shapes[p.kind]
    ? element("input", {id, spellcheck: "false", "aria-describedby": described})
    : element("textarea", {id, rows: p.kind === "matrix" ? 4 : 2, spellcheck: "false",
      "aria-describedby": described, "data-shape": `shape-${p.name}`});
  const parts = [element("label", {for: id}, p.required ? p.name : `${p.name} (optional)`)];
  if (p.slider) {
    const [min, max, step] = p.slider;
    const slide = {type: "range", min, max, step, "data-of": id, "aria-label": `${p.name}, slider`};
    parts.push(element("div", {class: "both"}, text, element("input", slide)));
  } else if (p.choices.length) {
    const menu = element("select", {id: `choice-${p.name}`, "aria-label": `${p.name}, kind`},
      option("", p.required ? "" : "as it is without"),
      ...p.choices.map((c) => option(c, c.replace(/:.*/, ""))));
    text.setAttribute("aria-label", `${p.name}, in full`);
    parts.push(element("div", {class: "both even"}, menu, text));
    menu.addEventListener("input", () => { text.value = filled(menu.value); });
    text.addEventListener("input", () => { menu.value = head(p, text.value); });
  } else if (known.shapes[p.kind]) {
    parts.push(element("select", {id: `shape-${p.name}`, "aria-label": `${p.name}, shape`},
      option("", OWN), ...known.shapes[p.kind].map((s) => option(s, s.replace("-", ", ")))), text);
  } else {
    parts.push(text);
  }
  parts.push(element("p", {class: "quiet", id: `help-${p.name}`}, p.help));
  parts.push(element("p", {class: "error", id: `error-${p.name}`, role: "alert", hidden: ""}));
  return element("div", {class: "field"}, ...parts);
}

/** A choice with something in the place of what is to be filled in. */
const filled = (choice) => choice.replace("DELTA", "0.1").replace(/γ|:a$/, (m) =>
  m === "γ" ? "2" : ":2").replace("LETTERS", "0").replace("FORMULA", "x*ln(x)").replace("DISTANCES", "0,1;1,0");
const head = (p, text) => p.choices.find((c) =>
  c.replace(/:.*/, "") === text.trim().replace(/:[^]*/, "")) ?? "";

function put(p, text) {
  const shaped = known.shapes[p.kind]?.includes(text);
  if (byId(`shape-${p.name}`)) byId(`shape-${p.name}`).value = shaped ? text : "";
  byId(inputId(p.name)).value = shaped ? "" : text;
  if (byId(`choice-${p.name}`)) byId(`choice-${p.name}`).value = head(p, text);
}

const read = (p) => byId(`shape-${p.name}`)?.value || byId(inputId(p.name)).value.trim();

/** Sliders beside their numbers; and only those controls that do something. */
function settle() {
  for (const slider of document.querySelectorAll("input[type=range]")) {
    const number = Number(byId(slider.dataset.of).value);
    if (Number.isFinite(number)) slider.value = number;
  }
  const shaped = problem().inputs.some((p) => byId(`shape-${p.name}`)?.value);
  byId("shapes").hidden = !shaped;
  byId("pasting").hidden = byId("mechanism").value !== "pasted";
}
