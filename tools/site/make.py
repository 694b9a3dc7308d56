"""Makes the site; tools/docs runs it.

make.py OUTPUT [--symbols FOLDER] [--manual FOLDER]

Writes to OUTPUT pages of all texts of the repository, of the symbol graphs in a folder (one folder for
each module), and of the manual pages in another; then checks every link between them.
"""

import argparse
import glob
import html
import os
import posixpath
import re
import shutil
import subprocess
import sys
from string import Template

from links import check
from pages import ROOT, Page, Problem, Renderer, code_block
from symbols import Symbols

HERE = os.path.dirname(os.path.abspath(__file__))

# The sections in their order: folder, name, what stands on top of their list.
SECTIONS = {
    "wallet": ("Wallet", "Everything about the product: its security, its file, its formats."),
    "manual": ("Manual", "The manual pages of the programs."),
    "articles": ("Articles", "How to build with Tenon, step by step. The tests run what they show."),
    "api": ("API", "What is public in each module of the SDK."),
    "modules": ("Modules", "What each module is for, and where to start reading."),
    "project": ("Project", "What is new, what it looks like, what is measured, and the tools."),
}

# Files whose place does not follow from their path: address, section, and title if it has another one.
PLACES = {
    "tools/site/start.md": ("index.html", "", ""),
    "README.md": ("wallet/readme.html", "wallet", "Read me"),
    "Modules/README.md": ("modules/modules.html", "modules", "About all modules"),
    "Modules/Wallet/Generator/Words/ATTRIBUTION.md": ("project/words.html", "project", ""),
    "Modules/Wallet/Transfer/WalletTransfer.docc/WalletTransfer.md": (
        "wallet/formats.html", "wallet", "Imports and exports"),
    "Modules/Wallet/Vault/WalletVault.docc/WalletVault.md": ("wallet/vault.html", "", ""),
    "tools/README.md": ("project/tools.html", "project", ""),
    "tools/site/gallery.md": ("project/gallery.html", "project", ""),
    "tools/benchmarks/README.md": ("project/benchmarks.html", "project", ""),
    "tools/packaging/CHANGELOG.md": ("project/changelog.html", "project", ""),
}

# Headings that every article has.
COMMON = ("Overview", "Topics")


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def text_pages():
    """A page for each text of the repository."""
    found = sorted(
        os.path.relpath(path, ROOT)
        for pattern in ("README.md", "Modules/**/*.md", "tools/*.md", "tools/*/*.md")
        for path in glob.glob(os.path.join(ROOT, pattern), recursive=True)
    )
    for source in found:
        name, title = posixpath.basename(source)[:-3], ""
        if source in PLACES:
            address, section, title = PLACES[source]
        elif name == "README":
            section = "modules"
            address = posixpath.dirname(source).replace("Modules/", "modules/") + ".html"
        elif source.startswith("Modules/Wallet/"):
            address, section = f"wallet/{name}.html", "wallet"
        elif source.endswith(f"/{name}.docc/{name}.md"):
            address, section = f"api/{name}/index.html", "api"
        else:
            address, section = f"articles/{name}.html", "articles"
        yield Page(address, section, title, source)


def catalogue(source):
    """The module whose catalogue a text is in."""
    return posixpath.basename(posixpath.dirname(source)).removesuffix(".docc")


def manual_pages(folder):
    """A page for each manual page, by mandoc."""
    paths = sorted(path for path in glob.glob(f"{folder}/*.1") if not os.path.islink(path))
    names = {os.path.basename(path) for path in paths}
    for path in paths:
        name = os.path.basename(path)
        made = subprocess.run(
            ["mandoc", "-T", "html", "-O", "fragment,man=%N.%S.html", path], check=True,
            capture_output=True, text=True).stdout
        body = made[made.index('<div class="manual-text">'):made.rindex('<table class="foot">')]
        body = re.sub(r"<(/?)h2\b", r"<\1h3", body)
        body = re.sub(r"<(/?)h1\b", r"<\1h2", body)
        # Links to the pages of other programs, which are not here.
        body = re.sub(
            r'<a class="Xr" href="([^"]*)\.html"[^>]*>(.*?)</a>',
            lambda match: match[0] if match[1] in names else match[2], body)
        body = re.sub(r'<a class="permalink" href="[^"]*">(.*?)</a>', r"\1", body, flags=re.DOTALL)
        summary = re.search(r'<span class="Nd">(.*?)</span>', body, re.DOTALL)
        page = Page(
            f"manual/{name}.html", "manual", re.sub(r"\.(\d)$", r"(\1)", name), kind="Manual page",
            summary=html.unescape(" ".join(summary[1].split())), body=body)
        for match in re.finditer(r'<h(\d) class="S[hs]" id="([^"]*)">(.*?)</h', body, re.DOTALL):
            text = " ".join(html.unescape(re.sub(r"<.*?>", "", match[3])).split())
            page.headings.append((int(match[1]), match[2], text))
        yield page


def first_sentence(text):
    return re.split(r"(?<=[a-z)]\.) (?=[A-Z])", text, maxsplit=1)[0]


def listing(page, pages):
    """A list of pages with what each is about."""
    rows = [
        f"<dt>{page.link(other.address, html.escape(other.title))}</dt>"
        f"<dd>{html.escape(first_sentence(other.summary))}</dd>"
        for other in pages
    ]
    return "<dl>\n" + "\n".join(rows) + "\n</dl>\n"


def section_pages(pages):
    """The first page of each section that has pages."""
    for section, (name, summary) in SECTIONS.items():
        members = [p for p in pages if p.section == section and not p.is_minor]
        if members:
            members.sort(key=lambda member: member.title.lower())
            page = Page(f"{section}/index.html", section, name, summary=summary, is_minor=True)
            page.body = f"<p>{summary}</p>\n" + listing(page, members)
            yield page


def index_page(pages):
    """All titles, headings and symbols by the alphabet; the script only filters it."""
    page = Page("contents.html", "", "Index", is_minor=True)
    entries = set()
    for other in pages:
        about = first_sentence(other.summary)
        if not any(not name for _, name, _ in other.entries):
            where = other.kind or SECTIONS.get(other.section, ("Page",))[0]
            entries.add((other.title, other.address, f"{where}. {about}"))
        for level, name, text in other.headings:
            if not name.startswith("all-") and text not in COMMON:
                entries.add((text, f"{other.address}#{name}", other.title))
        for text, name, where in other.entries:
            if name:
                entries.add((text, f"{other.address}#{name}", where))
            else:
                entries.add((text, other.address, f"{where}. {about}"))
    letters = {}
    for entry in sorted(entries, key=lambda entry: (entry[0].lower(), entry[1], entry[2])):
        first = entry[0].lstrip("_@`“‘(")[:1].upper()
        letters.setdefault(first if first.isalpha() else "#", []).append(entry)
    body = ["<p>Every page, heading and symbol. Your browser can search this page, too.</p>\n"]
    body.append('<p id="found" role="status"></p>\n<nav class="letters" aria-label="Letters">')
    body += [f'<a href="#letter-{ord(letter)}">{letter}</a> ' for letter in sorted(letters)]
    body.append("</nav>\n")
    for letter in sorted(letters):
        body.append(f'<section class="letter">\n<h2 id="letter-{ord(letter)}">{letter}</h2>\n<ul>\n')
        body += [
            f"<li>{page.link(address, html.escape(text))} <span>{html.escape(where)}</span></li>\n"
            for text, address, where in letters[letter]
        ]
        body.append("</ul>\n</section>\n")
    page.body = "".join(body)
    return page


def contents(page):
    """What is on the page, and beside it in its section."""
    parts = [
        f'<li class="level-{level}"><a href="#{html.escape(name)}">{html.escape(text)}</a></li>'
        for level, name, text in page.headings if level in (2, 3)
    ]
    if len(parts) < 2 or not page.section:
        return ""
    return (
        '<nav class="contents" aria-label="On this page">\n<h2>On this page</h2>\n<ul>\n'
        + "\n".join(parts) + "\n</ul>\n</nav>\n"
    )


def write(output, page, template, sections):
    """Writes a page; the last of the sections is the index."""
    links = []
    for other in sections:
        current = ""
        if other is page:
            current = ' aria-current="page"'
        elif other.section and other.section == page.section:
            current = ' aria-current="true"'
        links.append(f'<a href="{page.to(other.address)}"{current}>{other.title}</a>')
    kind = f'<p class="kind">{html.escape(page.kind)}</p>\n' if page.kind else ""
    aside = contents(page)
    text = template.substitute(
        title=html.escape(page.title), root=page.to("index.html")[: -len("index.html")],
        description=html.escape(page.summary[:300], quote=True), sections="\n".join(links),
        kind=kind, body=page.body, contents=aside, shape="with-contents" if aside else "plain",
        script='<script src="search.js" defer></script>' if page.address == "contents.html" else "",
    )
    path = os.path.join(output, page.address)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def make(output, symbols, manual):
    pages = list(text_pages())
    renderer = Renderer(pages, symbols)
    tokens = [(page, renderer.begin(page, read(page.source))) for page in pages]
    for page, rest in tokens:
        scope = (catalogue(page.source),) if ".docc/" in page.source else ()
        page.body = renderer.body(page, rest, scope)
        if page.section == "api":
            page.kind = "Module"
            page.body += symbols.module_body(page, scope[0], renderer)
    pages += symbols.pages(renderer)
    pages += manual_pages(manual) if manual else []
    for source, address in renderer.files.items():
        if address.endswith(".html"):
            page = Page(address, "", source, kind="File", is_minor=True)
            page.body = code_block(read(source), os.path.splitext(source)[1][1:] or "text")
            pages.append(page)
    sections = list(section_pages(pages))
    pages += sections
    sections.append(index_page(pages))
    pages.append(sections[-1])

    template = Template(read("tools/site/page.html"))
    for page in pages:
        write(output, page, template, sections)
    for source, address in renderer.files.items():
        if not address.endswith(".html"):
            os.makedirs(os.path.dirname(os.path.join(output, address)), exist_ok=True)
            shutil.copyfile(os.path.join(ROOT, source), os.path.join(output, address))
    for name in ("style.css", "search.js"):
        shutil.copyfile(os.path.join(HERE, name), os.path.join(output, name))
    shutil.copyfile(
        os.path.join(ROOT, "Apps/wallet-desktop/data/org.tenon.Wallet.svg"),
        os.path.join(output, "icon.svg"))
    return len(pages)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("output")
    parser.add_argument("--symbols")
    parser.add_argument("--manual")
    options = parser.parse_args()
    try:
        count = make(options.output, Symbols(options.symbols), options.manual)
    except Problem as problem:
        sys.exit(f"tools/docs: {problem}")
    faults = check(options.output)
    for fault in faults:
        print(f"tools/docs: {fault}", file=sys.stderr)
    print(f"docs: {count} pages", file=sys.stderr)
    sys.exit(1 if faults else 0)


main()
