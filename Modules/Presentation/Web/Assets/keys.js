// Keys: letters of actions, the search, the list of shortcuts, rows.

import { controls } from "./morph.js";
import { byId, usesShortcuts } from "./page.js";
import { send } from "./server.js";

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog:modal")) {
    return;
  }
  const isWriting = event.target.matches(`${controls}, [contenteditable]`)
    && !["checkbox", "radio", "file"].includes(event.target.type);
  if (event.key === "Escape") return void escape(event);
  if (event.key === "ArrowDown" || event.key === "ArrowUp") return void step(event, isWriting);
  if (isWriting || !usesShortcuts()) return;
  if (event.key === "?") byId("shortcuts").showModal();
  else if (event.key === "/") byId("search-text")?.focus();
  else {
    const button = document.querySelector(`[data-shortcut="${CSS.escape(event.key)}"]`);
    if (!button || button.getAttribute("aria-disabled") === "true") return;
    button.focus();
    button.click();
  }
  event.preventDefault();
});

function escape(event) {
  for (const menu of document.querySelectorAll("details.more[open]")) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
  if (event.target.id === "search-text" && event.target.value !== "") {
    event.preventDefault();
    event.target.value = "";
    send(event.target.form, null, "type");
  }
}

function step(event, isWriting) {
  if (isWriting && event.target.id !== "search-text") return;
  const rows = [...document.querySelectorAll(".row-main")];
  const at = rows.indexOf(document.activeElement);
  if (at < 0 && (event.key === "ArrowUp" || event.target.id !== "search-text")) return;
  const next = event.key === "ArrowDown" ? rows[at + 1] : rows[at - 1] ?? byId("search-text");
  if (!next) return;
  event.preventDefault();
  next.focus();
}
