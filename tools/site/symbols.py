"""What is public in the SDK, as the symbol graphs of its modules have it."""

import glob
import html
import json
import os
import re
from dataclasses import dataclass, field

from pages import Page

# The kinds of symbols in the order of the pages, with the names of their groups.
KINDS = {
    "swift.protocol": ("Protocol", "Protocols"),
    "swift.struct": ("Structure", "Structures"),
    "swift.class": ("Class", "Classes"),
    "swift.actor": ("Actor", "Actors"),
    "swift.enum": ("Enumeration", "Enumerations"),
    "swift.extension": ("Extension", "Extensions"),
    "swift.associatedtype": ("Associated type", "Associated types"),
    "swift.typealias": ("Type alias", "Type aliases"),
    "swift.enum.case": ("Case", "Cases"),
    "swift.init": ("Initialiser", "Initialisers"),
    "swift.type.property": ("Type property", "Type properties"),
    "swift.property": ("Property", "Properties"),
    "swift.type.subscript": ("Type subscript", "Type subscripts"),
    "swift.subscript": ("Subscript", "Subscripts"),
    "swift.type.method": ("Type method", "Type methods"),
    "swift.method": ("Method", "Methods"),
    "swift.func.op": ("Operator", "Operators"),
    "swift.func": ("Function", "Functions"),
    "swift.var": ("Variable", "Variables"),
    "swift.macro": ("Macro", "Macros"),
}
TYPES = {"protocol", "struct", "class", "actor", "enum", "extension"}


@dataclass
class Symbol:
    """A declaration, and where it stands in the site."""

    module: str
    path: tuple
    kind: str
    fragments: list
    comment: str
    address: str = ""
    is_required: bool = False
    conformances: list = field(default_factory=list)

    @property
    def is_type(self):
        return self.kind.removeprefix("swift.") in TYPES

    @property
    def summary(self):
        return " ".join(self.comment.split("\n\n")[0].split()).replace("`", "")


class Symbols:
    """All symbols; without graphs there are none, and links to them are names."""

    def __init__(self, folder=None):
        self.modules = {}
        self.by_place = {}
        self.by_name = {}
        for path in sorted(glob.glob(f"{folder}/*/*.symbols.json")) if folder else []:
            with open(path, encoding="utf-8") as file:
                self.read(os.path.basename(path).split(".")[0].split("@")[0], json.load(file))
        for symbols in self.modules.values():
            self.place(symbols)

    def read(self, module, graph):
        symbols = self.modules.setdefault(module, [])
        here = {}
        for symbol in graph["symbols"]:
            kind = symbol["kind"]["identifier"]
            if kind not in KINDS:
                continue
            lines = symbol.get("docComment", {}).get("lines", [])
            new = Symbol(
                module, tuple(symbol["pathComponents"]), kind, symbol["declarationFragments"],
                "\n".join(line["text"] for line in lines))
            here[symbol["identifier"]["precise"]] = new
            symbols.append(new)
        for relation in graph["relationships"]:
            symbol = here.get(relation["source"])
            if symbol and relation["kind"] in ("conformsTo", "inheritsFrom"):
                symbol.conformances.append(
                    (relation["target"], relation.get("targetFallback", "").split(".")[-1]))
            elif symbol and relation["kind"] == "requirementOf":
                symbol.is_required = True
        self.by_name.update(here)

    def place(self, symbols):
        """Gives each symbol its address: a page for a type, a place on one for a member."""
        symbols.sort(key=lambda symbol: (symbol.path, symbol.kind))
        types = {symbol.path for symbol in symbols if symbol.is_type}
        # Members of types of other modules have a page for each of these.
        for symbol in [s for s in symbols if len(s.path) > 1 and not s.is_type]:
            owner = symbol.path[:-1]
            if owner not in types:
                types.add(owner)
                symbols.append(Symbol(symbol.module, owner, "swift.extension", [], ""))
        taken = set()
        for symbol in symbols:
            page = f"api/{symbol.module}/{'.'.join(symbol.path)}.html"
            if not symbol.is_type:
                owner = ".".join(symbol.path[:-1]) or "index"
                page = f"api/{symbol.module}/{owner}.html"
                base = re.sub(r"[^A-Za-z0-9]+", "-", symbol.path[-1]).strip("-") or "operator"
                name, number = base, 1
                while (page, name) in taken:
                    number += 1
                    name = f"{base}-{number}"
                taken.add((page, name))
                page += f"#{name}"
            symbol.address = page
            self.by_place.setdefault((symbol.module, *symbol.path), symbol)

    @staticmethod
    def parts(text):
        """The path that a link of DocC names, without what tells overloads apart."""
        text = re.sub(r"-(\(.*|[a-z0-9.]+)$", "", text)
        return tuple(text.split("/"))

    def name(self, text):
        return self.parts(text)[-1]

    def find(self, text, scope):
        """The address and summary of what a link names in a module or type, or of nothing."""
        parts = self.parts(text)
        places = [(*scope[:count], *parts) for count in range(len(scope), 0, -1)]
        places += [parts] + [(module, *parts) for module in self.modules]
        for place in places:
            if place in self.by_place:
                return self.by_place[place].address, self.by_place[place].summary
        return None, ""

    # ── Pages ────────────────────────────────────────────────────────────────────────────────────

    def pages(self, renderer):
        for module, symbols in self.modules.items():
            for symbol in symbols:
                if symbol.is_type:
                    page = Page(
                        symbol.address, "api", ".".join(symbol.path), kind=KINDS[symbol.kind][0],
                        summary=symbol.summary, is_minor=True)
                    page.entries.append((page.title, "", f"{page.kind}, {module}"))
                    page.body = self.type_body(page, symbol, renderer)
                    yield page

    def type_body(self, page, symbol, renderer):
        scope = (symbol.module, *symbol.path)
        members = [s for s in self.modules[symbol.module] if s.path[:-1] == symbol.path]
        names = [
            f"<code>{self.linked(page, name, fallback)}</code>"
            for name, fallback in sorted(set(symbol.conformances), key=lambda pair: pair[1])
            if fallback != "SendableMetatype"
        ]
        return (
            f"<p>In {page.link(f'api/{symbol.module}/index.html', symbol.module)}"
            + (f", is {', '.join(names)}" if names else "")
            + ".</p>\n"
            + (self.declaration(page, symbol) if symbol.fragments else "")
            + renderer.comment(page, symbol.comment, scope)
            + self.groups(page, members, renderer, scope)
        )

    def module_body(self, page, module, renderer):
        """What a module declares, beside what its catalogue says of it."""
        members = [
            symbol for symbol in self.modules.get(module, [])
            if len(symbol.path) == 1 or symbol.is_type
        ]
        return self.groups(page, members, renderer, (module,))

    def groups(self, page, members, renderer, scope):
        """The members of a type or module, a heading for each kind."""
        text = []
        for kind, (_, heading) in KINDS.items():
            group = [symbol for symbol in members if symbol.kind == kind]
            if not group:
                continue
            name = "all-" + heading.lower().replace(" ", "-")
            page.headings.append((2, name, heading))
            text.append(f'<h2 id="{name}">{heading}</h2>\n')
            if group[0].is_type:
                rows = [
                    f"<dt>{page.link(s.address, f'<code>{html.escape(self.name_in(s, scope))}</code>')}</dt>"
                    f"<dd>{html.escape(s.summary)}</dd>"
                    for s in group
                ]
                text.append("<dl>\n" + "\n".join(rows) + "\n</dl>\n")
            else:
                text += [self.member(page, symbol, renderer, scope) for symbol in group]
        return "".join(text)

    @staticmethod
    def name_in(symbol, scope):
        """The name of a type on the page of its module, or of the type that it is in."""
        return ".".join(symbol.path[len(scope) - 1:])

    def member(self, page, symbol, renderer, scope):
        name, place = symbol.path[-1], symbol.address.partition("#")[2]
        owner = ".".join(scope[1:]) or scope[0]
        page.entries.append((name, place, f"{KINDS[symbol.kind][0]}, {owner}"))
        required = "<p><em>Required.</em></p>\n" if symbol.is_required else ""
        return (
            f'<section class="member" id="{place}">\n<h3>{html.escape(name)}</h3>\n'
            + self.declaration(page, symbol) + required
            + renderer.comment(page, symbol.comment, scope) + "</section>\n"
        )

    def linked(self, page, name, text):
        """The name of a type, with a link if it is ours."""
        symbol = self.by_name.get(name)
        if symbol is None or not symbol.address:
            return html.escape(text)
        return page.link(symbol.address, html.escape(text or symbol.path[-1]))

    def declaration(self, page, symbol):
        parts = []
        for fragment in symbol.fragments:
            text = html.escape(fragment["spelling"])
            if fragment["kind"] == "typeIdentifier":
                text = self.linked(page, fragment.get("preciseIdentifier"), fragment["spelling"])
                text = f'<span class="nc">{text}</span>'
            elif fragment["kind"] in ("keyword", "attribute"):
                text = f'<span class="k">{text}</span>'
            parts.append(text)
        return f'<pre class="declaration" tabindex="0"><code>{"".join(parts)}</code></pre>\n'
