"""Checks the links of the finished site."""

import os
import posixpath
import re
from html.parser import HTMLParser


class Links(HTMLParser):
    """The ids of a page, and the links on it."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.targets, self.twice = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id":
                self.twice += [value] if value in self.ids else []
                self.ids.add(value)
            elif name in ("href", "src", "action"):
                self.targets.append(value)


def check(output):
    """Says of every link within the site that leads nowhere, and of every id that is there twice."""
    found, faults = {}, []
    for folder, _, names in os.walk(output):
        for name in names:
            path = os.path.join(folder, name)
            text = ""
            if name.endswith(".html"):
                with open(path, encoding="utf-8") as file:
                    text = file.read()
            found[os.path.relpath(path, output)] = Links(text)
    for address, page in sorted(found.items()):
        faults += [f"{address}: the id '{name}' is there twice." for name in page.twice]
        for target in page.targets:
            path, _, fragment = target.partition("#")
            if re.match(r"[a-z]+:", target):
                continue
            path = posixpath.normpath(posixpath.join(posixpath.dirname(address), path))
            path = path if target.partition("#")[0] else address
            if path not in found or fragment and fragment not in found[path].ids:
                faults.append(f"{address}: the link to '{target}' leads nowhere.")
    return faults
