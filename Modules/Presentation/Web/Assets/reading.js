// Tells the session from which row on somebody reads a list, so that they find it there again.

import { byId, state } from "./page.js";
import { send } from "./server.js";

let pause = 0;
let place = ""; // where the lists are
let told = []; // the row in sight first, of each list

function look() {
  const form = byId("screen");
  if (!form || state.isOver) return;
  const here = document.body.dataset.location;
  if (place !== here) [place, told] = [here, []];
  const top = Math.max(0, document.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0);
  const lists = document.querySelectorAll("#content ul.rows");
  lists.forEach((list, number) => {
    if (list.getClientRects().length === 0) return;
    const isInSight = (row) => {
      const { top: start, bottom } = row.getBoundingClientRect();
      return (start + bottom) / 2 >= top;
    };
    const row = [...list.children].find(isInSight) ?? list.lastElementChild;
    // A list that is only shown is read from its first row on, as the session knows.
    const known = told[number] ?? list.firstElementChild?.id;
    told[number] = row?.id;
    if (row && row.id !== known) tell(form, row);
  });
}

function tell(form, row) {
  const address = form.getAttribute("action").replace(/act$/, "reading");
  const only = (name) => name === "token" || name === "at";
  send(form, null, "last", { only, address, more: { reading: row.id } });
}

function lookSoon() {
  clearTimeout(pause);
  pause = setTimeout(look, 250);
}

addEventListener("scroll", lookSoon, { passive: true });
addEventListener("pagehide", look);
new MutationObserver(lookSoon).observe(document.body, { childList: true, subtree: true });
lookSoon();
