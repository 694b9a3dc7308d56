// The palette: whatever can be done on the screen or anywhere, and all places, found by typing.

import { byId } from "./page.js";

let found = []; // what fits to what was typed, the best first
let chosen = 0;

const controls = [
  "#content [data-action]:not([data-target])", ".bar [data-action]", "#places .place",
].map((control) => `${control}:not([aria-disabled])`).join(", ");

// Text to compare: without accents, and capitals as small letters.
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();

function title(control) {
  return (control.querySelector(".place-title, [dir]") ?? control).textContent;
}

function choices() {
  const all = [...document.querySelectorAll(controls)]
    .map((control) => ({ title: title(control), run: () => control.click() }));
  const [search, text] = [byId("search-text"), byId("palette-text").value.trim()];
  if (!search || !text) return all;
  return [...all, { title: `${search.placeholder}: ${text}`, isSearch: true, run: () => seek(text) }];
}

function seek(text) {
  const search = byId("search-text");
  search.value = text;
  search.focus();
  search.dispatchEvent(new Event("input", { bubbles: true }));
}

function find() {
  const words = plain(byId("palette-text").value).split(/\s+/);
  const rank = (choice) => (plain(choice.title).startsWith(words[0]) ? 0 : 1);
  const fits = (choice) => words.every((word) => plain(choice.title).includes(word));
  found = choices().filter((choice) => choice.isSearch || fits(choice));
  found.sort((left, right) => (left.isSearch ?? 0) - (right.isSearch ?? 0) || rank(left) - rank(right));
  byId("palette-nothing").hidden = found.length > 0;
  byId("palette-list").replaceChildren(...found.map((choice, index) => {
    const row = document.createElement("li");
    row.id = `palette-${index}`;
    row.role = "option";
    row.dir = "auto";
    row.textContent = choice.title;
    return row;
  }));
  choose(0);
}

function choose(index) {
  const rows = [...byId("palette-list").children];
  chosen = rows.length ? (index + rows.length) % rows.length : 0;
  rows.forEach((row, at) => row.setAttribute("aria-selected", String(at === chosen)));
  rows[chosen]?.scrollIntoView({ block: "nearest" });
  const text = byId("palette-text");
  if (rows.length) text.setAttribute("aria-activedescendant", rows[chosen].id);
  else text.removeAttribute("aria-activedescendant");
}

function run(index) {
  const choice = found[index];
  if (!choice) return;
  byId("palette").close();
  choice.run();
}

export function openPalette() {
  byId("palette-text").value = "";
  byId("palette").showModal();
  find();
}

document.addEventListener("input", (event) => { if (event.target.id === "palette-text") find(); });

document.addEventListener("keydown", (event) => {
  if (event.target.id !== "palette-text" || event.isComposing) return;
  if (event.key === "ArrowDown") choose(chosen + 1);
  else if (event.key === "ArrowUp") choose(chosen - 1);
  else if (event.key === "Enter") run(chosen);
  else return;
  event.preventDefault();
});

document.addEventListener("click", (event) => {
  const row = event.target.closest("#palette-list > li");
  if (row) run([...row.parentElement.children].indexOf(row));
  else if (event.target.closest("#palette-open")) openPalette();
  else if (event.target.id === "palette") event.target.close();
});
