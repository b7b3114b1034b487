// Filters and sorts the table of claims. Without it the table is whole and in order.
"use strict";

(() => {
  const table = document.querySelector("table.claims");
  const form = document.querySelector("form.controls");
  const body = table.tBodies[0];
  const rows = Array.from(body.rows);
  const words = rows.map((row) => (row.textContent + " " + row.dataset.tex).toLowerCase());
  const search = form.querySelector("input");
  const selects = Array.from(form.querySelectorAll("select"));
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

  function sort(column, heading) {
    const falling = heading.getAttribute("aria-sort") === "ascending";
    const order = rows.map((row, i) => [key(row, column), i, row]);
    order.sort(([a, i], [b, j]) => {
      const way = typeof a === "number" ? a - b : a.localeCompare(b, "en");
      return (falling ? -way : way) || i - j;
    });
    table.querySelectorAll("th").forEach((th) => th.removeAttribute("aria-sort"));
    heading.setAttribute("aria-sort", falling ? "descending" : "ascending");
    body.append(...order.map((entry) => entry[2]));
  }

  Array.from(table.tHead.rows[0].cells).forEach((heading, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = heading.textContent;
    button.addEventListener("click", () => sort(column, heading));
    heading.replaceChildren(button);
  });
  form.addEventListener("input", filter);
  form.addEventListener("reset", () => setTimeout(filter));
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  filter();
})();
