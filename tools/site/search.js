// Filters the index by the words in the search field; without it the browser searches the page.
const field = document.querySelector("input[name=q]");
const found = document.querySelector("#found");
const letters = [...document.querySelectorAll(".letter")].map((section) => ({
  section,
  entries: [...section.querySelectorAll("li")].map((item) => ({
    item,
    text: item.textContent.toLowerCase(),
  })),
}));

function filter() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const { section, entries } of letters) {
    let isEmpty = true;
    for (const { item, text } of entries) {
      item.hidden = !words.every((word) => text.includes(word));
      if (!item.hidden) {
        isEmpty = false;
        count += 1;
      }
    }
    section.hidden = isEmpty;
  }
  document.querySelector(".letters").hidden = words.length > 0;
  found.textContent = words.length === 0 ? "" : count === 1 ? "One entry." : `${count} entries.`;
}

field.value = new URLSearchParams(location.search).get("q") ?? "";
field.addEventListener("input", filter);
filter();
