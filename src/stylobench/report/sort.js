"use strict";
(() => {
  const valueOf = (row, at) => {
    const cell = row.cells[at];
    const stored = cell.dataset.v;
    const text = cell.textContent.trim();
    if (stored !== undefined && stored !== "" && !Number.isNaN(Number(stored))) return Number(stored);
    return text === "–" || text === "" ? null : text;
  };
  const compare = (a, b, sign) => {
    if (a === null || b === null) return (a === null) - (b === null);
    if (typeof a === "number" && typeof b === "number") return sign * (a - b);
    return sign * String(a).localeCompare(String(b), undefined, { numeric: true });
  };
  const sort = (table, at, head) => {
    const up = head.getAttribute("aria-sort") !== "ascending";
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    const body = table.tBodies[0];
    for (const family of body.querySelectorAll("tr.family")) family.remove();
    const rows = Array.from(body.rows, (row) => [valueOf(row, at), row]);
    rows.sort((a, b) => compare(a[0], b[0], up ? 1 : -1));
    body.append(...rows.map((pair) => pair[1]));
  };
  for (const table of document.querySelectorAll("table")) {
    if (table.tBodies[0].rows.length < 2) continue;
    Array.from(table.tHead.rows[0].cells).forEach((head, at) => {
      if (!head.textContent.trim()) return;
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => sort(table, at, head));
    });
  }
  const watch = new ResizeObserver((seen) => {
    for (const { target } of seen) target.classList.toggle("over", target.scrollWidth > target.clientWidth + 1);
  });
  for (const part of document.querySelectorAll(".scroll")) watch.observe(part);
  const folded = () => document.querySelectorAll("details:not([open])");
  let opened = [];
  window.addEventListener("beforeprint", () => {
    opened = Array.from(folded());
    for (const part of opened) part.open = true;
  });
  window.addEventListener("afterprint", () => {
    for (const part of opened) part.open = false;
  });
})();
