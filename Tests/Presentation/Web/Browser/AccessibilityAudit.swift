/// Looks for breaches of what can be measured of WCAG 2.2 in the present page.
enum AccessibilityAudit {
    /// Gives a list of texts, one for each breach.
    static let script = """
        const problems = [];
        const all = (s) => [...document.querySelectorAll(s)];
        const seen = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true });
        const say = (condition, text) => { if (!condition) problems.push(text); };
        const count = (s) => all(s).filter(seen).length;
        say(count("h1") === 1, "not one h1");
        say(count("main") === 1, "not one main");
        say(document.documentElement.lang !== "", "no language");
        say(document.title.includes(" – "), "no title");
        const ids = all("[id]").map((e) => e.id);
        for (const id of ids) say(ids.filter((i) => i === id).length === 1, `doubled id ${id}`);
        for (const e of all("[aria-describedby], [aria-labelledby]")) {
          for (const name of ["aria-describedby", "aria-labelledby"]) {
            for (const id of (e.getAttribute(name) ?? "").split(" ").filter(Boolean)) {
              say(document.getElementById(id), `${name} leads nowhere: ${id}`);
            }
          }
        }
        for (const e of all("button, summary, a")) {
          const name = e.ariaLabel ?? e.textContent;
          say(name.trim() !== "" || e.matches(".default-button"), `no name: ${e.id}`);
        }
        for (const e of all("input:not([type=hidden]), select, textarea")) {
          const label = e.ariaLabel ?? e.labels[0]?.textContent ?? "";
          say(label.trim() !== "", `no label: ${e.id}`);
        }
        for (const e of all("button, summary, input:not([type=hidden]), select, textarea, a.button")) {
          if (!seen(e) || e.matches(".default-button, .row-main")) continue;
          const box = (e.closest("label.option, .toggle") ?? e).getBoundingClientRect();
          say(box.width >= 24 && box.height >= 24, `small target: ${e.id} ${e.textContent}`);
        }
        for (const e of all("table")) {
          say(e.caption, "a table without caption");
          for (const th of e.querySelectorAll("th")) say(th.scope, "a heading without scope");
        }
        say(all("[style]").length === 0, "an inline style");
        say(document.documentElement.scrollWidth <= innerWidth, "wider than the window: "
          + document.documentElement.scrollWidth);
        const levels = all("h1, h2, h3, h4").filter(seen).map((e) => Number(e.nodeName[1]));
        say(levels[0] === 1, "headings begin elsewhere");
        return problems;
        """
}
