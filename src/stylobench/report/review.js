"use strict";
(() => {
  const form = document.querySelector("form");
  const store = `stylobench ${form.dataset.review} ${form.dataset.sheet} ${form.dataset.number}`;
  const status = document.getElementById("status");
  let unsaved = false;

  const answers = () => {
    const found = {};
    for (const item of form.querySelectorAll("[data-item]")) {
      const said = {};
      for (const field of item.querySelectorAll("input:checked, textarea")) {
        if (field.value === "") continue;
        said[field.dataset.name] = field.dataset.kind === "grade" ? Number(field.value) : field.value;
      }
      if (Object.keys(said).length) found[item.dataset.item] = said;
    }
    return found;
  };

  const everything = () => {
    const who = Object.fromEntries(
      Array.from(form.querySelectorAll("[data-who]"), (field) => [field.dataset.who, field.value.trim()]),
    );
    const { review, sheet, number } = form.dataset;
    return { review, sheet, number: Number(number), ...who, scale: { best: 1, worst: 5 }, answers: answers() };
  };

  const count = () => {
    const groups = new Set(Array.from(form.querySelectorAll("input[type=radio]"), (field) => field.name));
    const open = groups.size - form.querySelectorAll("input[type=radio]:checked").length;
    status.textContent = open ? `${open} of ${groups.size} questions are open.` : "Every question is answered.";
  };

  const restore = () => {
    const kept = JSON.parse(localStorage.getItem(store) || "null");
    if (!kept) return;
    for (const field of form.querySelectorAll("[data-who]")) field.value = kept[field.dataset.who] || "";
    for (const item of form.querySelectorAll("[data-item]")) {
      const said = kept.answers[item.dataset.item] || {};
      for (const field of item.querySelectorAll("input, textarea")) {
        const value = said[field.dataset.name];
        if (value === undefined) continue;
        if (field.type === "radio") field.checked = field.value === String(value);
        else field.value = value;
      }
    }
  };

  const attempt = (action) => {
    try { action(); } catch { /* a browser may refuse to remember: the saved file is what counts */ }
  };

  form.addEventListener("input", () => {
    unsaved = true;
    attempt(() => localStorage.setItem(store, JSON.stringify(everything())));
    count();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  document.getElementById("save").addEventListener("click", () => {
    const found = everything();
    const name = (found.reviewer || "reviewer").replace(/[^\p{L}\p{N}-]+/gu, "-");
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([JSON.stringify(found, null, 1)], { type: "application/json" }));
    link.download = `answers-${found.sheet}-${found.number}-${name}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    unsaved = false;
    status.textContent = `Saved as ${link.download}. Send this file back.`;
  });
  addEventListener("beforeunload", (event) => { if (unsaved) event.preventDefault(); });
  attempt(restore);
  count();
})();
