"""Pages, and how the Markdown of the repository becomes their HTML."""

import html
import os
import posixpath
import re
from dataclasses import dataclass, field

from markdown_it import MarkdownIt
from markdown_it.token import Token
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))


class Problem(Exception):
    """What keeps the site from being right."""


@dataclass
class Page:
    """One page. Its address is its path in the site, its source that in the repository."""

    address: str
    section: str
    title: str = ""
    source: str = ""
    # What stands above the title, such as the kind of a symbol.
    kind: str = ""
    summary: str = ""
    body: str = ""
    # Level, id and text of each.
    headings: list = field(default_factory=list)
    # What the index has beside the headings: name, id, and what it is. Without an id it is the title.
    entries: list = field(default_factory=list)
    # Whether lists of the section leave it out.
    is_minor: bool = False

    def to(self, address):
        """How this page names another file of the site."""
        path, mark, fragment = address.partition("#")
        return posixpath.relpath(path, posixpath.dirname(self.address) or ".") + mark + fragment

    def link(self, address, text):
        """A link to another page, with a text that is HTML already."""
        return f'<a href="{html.escape(self.to(address))}">{text}</a>'


def coloured(code, language):
    """Code as HTML, with the parts marked that have colours."""
    try:
        return highlight(code, get_lexer_by_name(language), HtmlFormatter(nowrap=True))
    except ClassNotFound:
        return html.escape(code)


def code_block(code, language=""):
    # With the keyboard one can scroll only what has the focus.
    return f'<pre tabindex="0"><code>{coloured(code, language)}</code></pre>\n'


def plain(tokens):
    """The text of inline tokens."""
    return "".join(
        " " if token.type == "softbreak" else token.content
        for token in tokens or []
        if token.type in ("text", "code_inline", "softbreak")
    )


def slug(text, taken):
    """The id of a heading, as forges make it."""
    base = re.sub(r"[^\w\- ]", "", text.lower()).strip().replace(" ", "-") or "section"
    name, number = base, 1
    while name in taken:
        name, number = f"{base}-{number}", number + 1
    taken.add(name)
    return name


def link_tokens(href, text):
    return [
        Token("link_open", "a", 1, attrs={"href": href}), Token("text", "", 0, content=text),
        Token("link_close", "a", -1),
    ]


class Renderer:
    """Turns Markdown into HTML, and leads the links of the repository and of DocC to pages."""

    def __init__(self, pages, symbols):
        self.pages = {page.source: page for page in pages if page.source}
        self.articles = {
            posixpath.basename(source)[:-3]: page
            for source, page in self.pages.items()
            if ".docc/" in source
        }
        self.symbols = symbols
        # Files that links lead to and that are no pages, with their addresses.
        self.files = {}
        self.markdown = MarkdownIt("commonmark").enable("table")
        rules = {
            "fence": lambda _, tokens, index, *rest: code_block(
                tokens[index].content, tokens[index].info.strip()),
            "code_block": lambda _, tokens, index, *rest: code_block(tokens[index].content),
            "table_open": lambda *rest: '<div class="scroll" tabindex="0"><table>\n',
            "table_close": lambda *rest: "</table></div>\n",
        }
        for name, rule in rules.items():
            self.markdown.add_render_rule(name, rule)

    def begin(self, page, text):
        """Takes title and summary from the Markdown of a page, and keeps the rest for its body."""
        tokens = self.markdown.parse(text)
        if tokens and tokens[0].tag == "h1":
            page.title = page.title or plain(tokens[1].children)
            tokens = tokens[3:]
        first = next((token for token in tokens if token.type == "inline"), None)
        page.summary = plain(first.children) if first else ""
        return tokens

    def body(self, page, tokens, scope=()):
        """The HTML of a page; its headings get ids."""
        taken = {"page-content"}
        for token, following in zip(tokens, tokens[1:]):
            if token.type == "heading_open":
                text = plain(following.children)
                token.attrSet("id", slug(text, taken))
                page.headings.append((int(token.tag[1]), token.attrGet("id"), text))
        return self.html(page, tokens, scope)

    def comment(self, page, text, scope):
        """The HTML of a doc comment, whose headings are below those of the page."""
        text = re.sub(r"^- Parameter (\w+):", r"- **Parameter** `\1`:", text, flags=re.MULTILINE)
        text = re.sub(r"^- ([A-Z]\w+):", r"- **\1:**", text, flags=re.MULTILINE)
        text = re.sub(r"^( +)- (\w+):", r"\1- `\2`:", text, flags=re.MULTILINE)
        tokens = self.markdown.parse(text)
        for token in tokens:
            if token.type.startswith("heading"):
                token.tag = "h4"
        return self.html(page, tokens, scope)

    def html(self, page, tokens, scope):
        for token in tokens:
            if token.type == "inline":
                token.children = self.inline(page, token, scope)
        return self.markdown.renderer.render(tokens, self.markdown.options, {})

    def inline(self, page, token, scope):
        found, summary, is_skipping = [], "", False
        for child in token.children or []:
            if is_skipping:
                is_skipping = child.type != "link_close"
            elif child.type == "link_open" and child.attrGet("href").startswith("doc:"):
                article = self.article(page, child.attrGet("href")[4:])
                found += link_tokens(page.to(article.address), article.title)
                summary, is_skipping = article.summary, True
            elif child.type == "code_inline" and child.markup == "``":
                address, summary = self.symbols.find(child.content, scope)
                child.content = self.symbols.name(child.content)
                opening, _, closing = link_tokens(page.to(address), "") if address else ("", "", "")
                found += [opening, child, closing] if address else [child]
            else:
                for name in ("href", "src"):
                    if child.attrGet(name):
                        child.attrSet(name, self.target(page, child.attrGet(name)))
                found.append(child)
        # A list of nothing but names says what each is.
        if summary and token.level > 2 and len(token.children) in (1, 3) and len(found) == 3:
            found.append(Token("text", "", 0, content=f": {summary}"))
        return found

    def article(self, page, name):
        if name not in self.articles:
            raise Problem(f"{page.source}: there is no article '{name}'.")
        return self.articles[name]

    def target(self, page, target):
        """Where a link of a file of the repository leads in the site."""
        path, mark, fragment = target.partition("#")
        if re.match(r"[a-z]+:", target) or not path:
            return target
        path = posixpath.normpath(posixpath.join(posixpath.dirname(page.source), path))
        for source in (path, f"{path}/README.md"):
            if source in self.pages:
                return page.to(self.pages[source].address) + mark + fragment
        if not os.path.isfile(os.path.join(ROOT, path)):
            raise Problem(f"{page.source}: the link to '{target}' leads nowhere.")
        is_as_it_is = path.endswith((".png", ".svg", ".schema.json"))
        address = self.files.setdefault(path, f"files/{path}" + ("" if is_as_it_is else ".html"))
        return page.to(address) + mark + fragment
