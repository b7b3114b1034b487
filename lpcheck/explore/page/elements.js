// Small things to make a page of.

export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

export function option(value, text) {
  const made = element("option", {}, text);
  made.value = value;
  return made;
}

export function table(place, heads, rows) {
  const cells = (tag, texts) => texts.map((text) => element(tag, tag === "th" ? {scope: "col"} : {}, text));
  place.replaceChildren(
    element("thead", {}, element("tr", {}, ...cells("th", heads))),
    element("tbody", {}, ...rows.map((row) => element("tr", {}, ...cells("td", row)))));
}

export function list(place, texts) {
  place.replaceChildren(...texts.map((text) => element("li", {}, text)));
  place.hidden = texts.length === 0;
}
