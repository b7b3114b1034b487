// Filters and sorts the table of claims, and copies texts; the address keeps what is chosen, so that
// a view can be sent to someone. Without this script the table is whole and in order.
"use strict";

(() => {
  document.querySelectorAll("details.copy").forEach((details) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      const text = details.querySelector("code").textContent;
      try {
        await navigator.clipboard.writeText(text);
      } catch { // pages that are opened as files may not write to the clipboard
        getSelection().selectAllChildren(details.querySelector("code"));
        document.execCommand("copy");
      }
      button.textContent = "Copied";
    });
    details.querySelector("summary").after(button);
  });

  const table = document.querySelector("table.claims");
  const form = document.querySelector("form.controls");
  const body = table.tBodies[0];
  const rows = Array.from(body.rows);
  const words = rows.map((row) => (row.textContent + " " + row.dataset.tex).toLowerCase());
  const search = form.querySelector("input");
  const selects = Array.from(form.querySelectorAll("select"));
  const headings = Array.from(table.tHead.rows[0].cells);
  const names = headings.map((th) => th.textContent.toLowerCase().replace(" ", "-"));
  const status = form.querySelector("[role=status]");

  function filter() {
    const wanted = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    rows.forEach((row, i) => {
      const fits =
        selects.every((s) => s.value === "" || row.dataset[s.dataset.filter] === s.value) &&
        wanted.every((word) => words[i].includes(word));
      row.hidden = !fits;
      shown += fits;
    });
    status.textContent = `${shown} of ${rows.length} claims`;
  }

  function key(row, column) {
    const cell = row.cells[column];
    return cell.dataset.key === undefined ? cell.textContent.trim() : Number(cell.dataset.key);
  }

  function sort(column, falling) {
    const order = rows.map((row, i) => [key(row, column), i, row]);
    order.sort(([a, i], [b, j]) => {
      const way = typeof a === "number" ? a - b : a.localeCompare(b, "en");
      return (falling ? -way : way) || i - j;
    });
    headings.forEach((th) => th.removeAttribute("aria-sort"));
    headings[column].setAttribute("aria-sort", falling ? "descending" : "ascending");
    body.append(...order.map((entry) => entry[2]));
  }

  function keep() {
    const chosen = new URLSearchParams();
    if (search.value) chosen.set("search", search.value);
    selects.filter((s) => s.value).forEach((s) => chosen.set(s.dataset.filter, s.value));
    const column = headings.findIndex((th) => th.hasAttribute("aria-sort"));
    if (column >= 0) {
      const falling = headings[column].getAttribute("aria-sort") === "descending";
      chosen.set("sort", (falling ? "-" : "") + names[column]);
    }
    const hash = chosen.toString();
    if (hash || location.hash.includes("=")) {
      history.replaceState(null, "", hash ? `#${hash}` : location.pathname + location.search);
    }
  }

  function recall() {
    if (location.hash && !location.hash.includes("=")) return; // a place on the page
    const chosen = new URLSearchParams(location.hash.slice(1));
    search.value = chosen.get("search") ?? "";
    selects.forEach((s) => {
      const wanted = chosen.get(s.dataset.filter) ?? "";
      s.value = Array.from(s.options).some((o) => o.value === wanted) ? wanted : "";
    });
    const [, minus, name] = /^(-?)(.*)$/.exec(chosen.get("sort") ?? "");
    if (names.includes(name)) sort(names.indexOf(name), minus === "-");
    else if (headings.some((th) => th.hasAttribute("aria-sort"))) unsort();
    filter();
  }

  function unsort() {
    headings.forEach((th) => th.removeAttribute("aria-sort"));
    body.append(...rows);
  }

  headings.forEach((heading, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = heading.textContent;
    button.addEventListener("click", () => {
      sort(column, heading.getAttribute("aria-sort") === "ascending");
      keep();
    });
    heading.replaceChildren(button);
  });
  form.addEventListener("input", () => { filter(); keep(); });
  form.addEventListener("reset", () => setTimeout(() => { unsort(); filter(); keep(); }));
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", recall);
  form.hidden = false;
  filter();
  recall();
})();
