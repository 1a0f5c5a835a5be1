#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Opens the page of 'utcli graph --format html' in a browser, and compares what it says with 'utcli --json'.

  Tests/Outside/Graph/browser_check.py UTCLI [--pictures DIRECTORY]

The registry is that of the machine's core and of the declarations below, some of which are hostile. The pictures
for Graphviz and as SVG are read by 'dot' and by an XML parser. What is not installed is skipped, and named.
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import xml.dom.minidom

import browser

LONGEST_PAGE = 2_000_000
# In bytes for each type, so that a longer form of all types shows before the page is as long as that.
LONGEST_TYPE = 190
# In seconds; ten times what it takes, for a machine that does other things.
LONGEST_TIME = 2.0
# In milliseconds, of the page's own clock.
LONGEST_SEARCH = 100
# The browser answers when it has shown all of them: a slow machine needs some tens of milliseconds for each.
CARDS_AT_ONCE = 50

HOSTILE = ("</script><script>window.pwned=1</script><!--<script><img src=x onerror=window.pwned=2>"
           "\"'`&lt;&#39;\\u003C @{window.pwned=3} \u2028\u2029\u202e\u0007\u001b[31m ]]> \\\" \\N")
DECLARATIONS = {
    "hostile.json": {
        "CFBundleIdentifier": "org.example.hostile", "CFBundleName": HOSTILE,
        "UTExportedTypeDeclarations": [{
            "UTTypeIdentifier": "org.example.hostile-type", "UTTypeDescription": HOSTILE,
            "UTTypeConformsTo": ["public.image", "public.text"],
            "UTTypeReferenceURL": "javascript:window.pwned=4",
            "UTTypeTagSpecification": {"public.filename-extension": ["hostile", "<b>"]}}],
        "CFBundleDocumentTypes": [{"CFBundleTypeName": HOSTILE, "LSItemContentTypes": ["org.example.hostile-type"]}],
        "TRLaunch": {"Arguments": ["/bin/true", "%F"]}},
    "viewer.json": {
        "CFBundleIdentifier": "org.example.viewer", "CFBundleName": "Viewer",
        "CFBundleDocumentTypes": [
            {"LSItemContentTypes": ["public.image"], "CFBundleTypeRole": "Viewer"},
            {"LSItemContentTypes": ["public.jpeg"], "CFBundleTypeRole": "Editor", "LSHandlerRank": "Alternate"}],
        "TRLaunch": {"Arguments": ["/bin/true", "%F"]}},
    "editor.json": {
        "CFBundleIdentifier": "org.example.editor", "CFBundleName": "Text Editor",
        "UTImportedTypeDeclarations": [{
            "UTTypeIdentifier": "public.jpeg", "UTTypeDescription": "another opinion",
            "UTTypeConformsTo": ["public.image"]}],
        "CFBundleDocumentTypes": [
            {"LSItemContentTypes": ["public.text", "public.image"], "CFBundleTypeRole": "Editor"}],
        "TRLaunch": {"Arguments": ["/bin/true", "%F"]}},
}

# What the card on the page says, in the words of 'utcli info --json' and 'utcli handlers --json'.
CARD = """(() => {
  const all = (selector, root) => [...(root || document.getElementById("card")).querySelectorAll(selector)];
  const first = (selector, root) => all(selector, root).map((e) => e.textContent)[0] ?? null;
  const links = (field) => all(`[data-field=${field}] a`).map((e) => e.dataset.type);
  return {
    title: first("h2"), identifier: first(".identifier"), hash: location.hash,
    tags: Object.fromEntries(all("[data-tags]").map((e) =>
      [e.dataset.tags, all(".value", e).map((value) => value.textContent)])),
    parents: links("parents"), supertypes: links("supertypes"), opensAs: links("opens-as"),
    more: all(".more").length,
    subtypes: links("subtypes"), reference: first("[data-field=reference]"),
    declarations: all(".declarations li").map((e) =>
      [e.dataset.kind, e.dataset.active === "1", first(".where", e)]),
    handlers: all(".handlers li").map((e) =>
      [e.dataset.bundle, e.dataset.role || null, e.dataset.placement, first(".where", e)]),
  };
})()"""

failures = []


def expect(found, wanted, what):
    if found != wanted:
        failures.append(f"{what}: expected {wanted!r}, found {found!r}")
        print(f"wrong: {failures[-1]}")


def shown(text):
    """Text as the page shows it: invisible characters as numbers."""
    def is_shown(c):
        code = ord(c)
        return not (code < 0x20 or 0x7F <= code < 0xA0 or code in (0x61C, 0x200B, 0x200E, 0x200F, 0xFEFF)
                    or 0x2028 <= code <= 0x202E or 0x2066 <= code <= 0x2069)
    return "".join(c if is_shown(c) else "\\u{%X}" % ord(c) for c in text)


class World:
    """A home with the declarations, and the program."""

    def __init__(self, program):
        self.program = program
        self.root = tempfile.mkdtemp(prefix="graph-check-")
        directory = f"{self.root}/home/.local/share/typed/declarations"
        os.makedirs(directory)
        for name, content in DECLARATIONS.items():
            pathlib.Path(directory, name).write_text(json.dumps(content), encoding="utf-8")
        self.environment = {
            "HOME": f"{self.root}/home", "XDG_DATA_DIRS": f"{self.root}/data", "LC_ALL": "C",
            "XDG_CONFIG_DIRS": f"{self.root}/etc", "XDG_RUNTIME_DIR": f"{self.root}/run"}

    def run(self, *words):
        done = subprocess.run([self.program, *words], env=self.environment, capture_output=True, check=False)
        # 1: a type that no application opens.
        if done.returncode not in (0, 1):
            raise RuntimeError(f"utcli {words[0]}: {done.stderr.decode(errors='replace')}")
        return done.stdout

    def json(self, *words):
        return json.loads(self.run(*words, "--json"))

    def close(self):
        shutil.rmtree(self.root, ignore_errors=True)


def location(source):
    line = source.get("line", 0)
    return f"{source['path']}:{line}:{source['column']}" if line else source["path"]


def compare_card(card, info, handlers):
    """A card that was shown, with the answers of the program."""
    name = info["identifier"]
    expect(card["identifier"], name, "identifier")
    expect(card["title"], shown(name if "descriptionFrom" in info else info.get("description") or name), f"{name}: title")
    expect(card["hash"], f"#{name}", "address")
    tags = {}
    for tag in info.get("tags", []):
        tags.setdefault(tag["tagClass"], []).append(shown(tag["value"]))
    expect(card["tags"], tags, f"{name}: tags")
    parents, supertypes = info.get("parents", []), info.get("supertypes", [])
    expect(card["parents"], parents, f"{name}: parents")
    expect(sorted(card["supertypes"] or card["parents"]), sorted(supertypes), f"{name}: supertypes")
    expect(card["opensAs"], [opened["identifier"] for opened in info.get("opensAs", [])], f"{name}: opens as")
    expect(card["reference"], info.get("referenceURL"), f"{name}: reference")
    expect(card["declarations"],
           [[d["kind"], d["active"], shown(location(d["source"]))] for d in info.get("declarations", [])],
           f"{name}: declarations")
    expect([row[:3] for row in card["handlers"]],
           [[h["bundle"], h.get("role"), h["placement"]] for h in handlers], f"{name}: handlers")
    expect([row[3] for row in card["handlers"]],
           [shown(location(h["claim"]["source"]) if "claim" in h else h["path"]) for h in handlers],
           f"{name}: places of claims")


def check_cards(page, address, world):
    identifiers = world.run("types").decode().split()
    infos = {i["identifier"]: i for i in world.json("info", "--type", *identifiers)["types"]}
    answers = world.json("handlers", "--type", *identifiers)["answers"]
    handlers = {a["operand"]: a.get("handlers", []) for a in answers}
    # By deep links: some of all types, and what is special.
    page.open(f"{address}#public.jpeg")
    special = ["public.jpeg", "org.example.hostile-type", "public.item", "public.data", "com.adobe.pdf",
               "net.daringfireball.markdown"]
    for name in special:
        page.run(f"location.hash = {json.dumps(name)}")
        page.frame()
        compare_card(page.run(CARD), infos[name], handlers[name])
    # The others without waiting for the browser to draw each.
    rest = identifiers[::10]
    for start in range(0, len(rest), CARDS_AT_ONCE):
        names = rest[start:start + CARDS_AT_ONCE]
        cards = page.run(f"""{json.dumps(names)}.map((name) => {{
          history.replaceState(null, "", `#${{name}}`);
          dispatchEvent(new PopStateEvent("popstate"));
          return {CARD};
        }})""")
        for name, card in zip(names, cards, strict=True):
            compare_card(card, infos[name], handlers[name])
    print(f"compared the cards of {len(rest) + len(special)} types")
    # Each type below each of its parents, and all of them.
    page.run("location.hash = 'public.data'")
    page.frame()
    expect(page.run("document.querySelector('#card h3').firstChild.textContent"), "Applications", "first on a card")
    expect(page.run("document.querySelectorAll('[data-field=subtypes] a').length"), 12, "subtypes at first")
    if page.run("document.querySelectorAll('.more').length"):
        expect(page.run("document.querySelector('.more').textContent").endswith(" more"), True, "the button for more")
        page.click("document.querySelector('.more')")
    expect(sorted(page.run(CARD)["subtypes"]),
           sorted(name for name, info in infos.items() if "public.data" in info.get("parents", [])), "subtypes")
    return infos, handlers


def check_search(page, address, infos):
    page.open(address)
    expect(page.run("document.querySelector('h2').textContent"),
           f"{len(infos):,} types", "overview")
    page.press("/")
    expect(page.run("document.activeElement.id"), "query", "the key /")
    page.type("jpg")
    found = "[...document.querySelectorAll('#results [role=option]')].map((e) => e.dataset.type)"
    expect(page.run(found)[:1], ["public.jpeg"], "search 'jpg'")
    expect(page.run("document.getElementById('message').textContent").endswith("found"), True, "message")
    page.press("ArrowDown")
    expect(page.run("document.activeElement.dataset.type"), "public.jpeg", "arrow to what was found")
    page.press("ArrowUp")
    expect(page.run("document.activeElement.id"), "query", "arrow back to the query")
    page.press("Enter")
    expect(page.run(CARD)["identifier"], "public.jpeg", "enter in the query")
    expect(page.run("document.activeElement.tagName"), "H2", "the focus after enter")
    page.press("Escape")
    expect(page.run("document.activeElement.dataset.type"), "public.jpeg", "escape from the card")
    # Descriptions in other languages are found, too.
    names_elsewhere = dict(zip(sorted(infos), page.run("""JSON.parse(
      document.getElementById("registry").textContent).types.map((type) => type.l || "")"""), strict=True))
    expect(len([name for name in names_elsewhere.values() if name]) > 500, True, "types with translations")
    for text, first in [("imagen jpeg", "public.jpeg"), ("image", "public.image"), ("text", "public.text"), ("archive", "public.archive"),
                        ("image/png", "public.png"), ("text markdown", "net.daringfireball.markdown"), (".swift", None),
                        ("zeppelin-17", None), ("org.example.hostile-type", "org.example.hostile-type")]:
        page.run("document.getElementById('query').focus(); document.getElementById('query').select()")
        page.type(text)
        names = page.run(found)
        if first:
            expect(names[:1], [first], f"search '{text}'")
        words = text.split()
        for name in names:
            info = infos[name]
            everything = " ".join([name, info.get("description") or ""]
                                  + ["." + t["value"] + " " + t["value"] for t in info.get("tags", [])]
                                  + [names_elsewhere[name]]).lower()
            if not all(word in everything for word in words):
                expect(name, None, f"found for '{text}'")
    # A misspelt word finds the types with almost the same letters, and only if no type has it.
    for text, first in [("markdwn", "net.daringfireball.markdown"), ("imgae", "public.image")]:
        page.run("document.getElementById('query').focus(); document.getElementById('query').select()")
        page.type(text)
        expect(first in page.run(found), True, f"search '{text}'")
        expect(page.run("document.getElementById('message').textContent").endswith("almost these letters"), True,
               "message about a misspelt word")
    page.run("document.getElementById('query').value = ''")
    page.run("location.hash = 'no.such-type'")
    page.frame()
    expect(page.run("document.getElementById('message').textContent"), "no type 'no.such-type'", "unknown address")
    page.run("location.hash = 'public.jpeg'")
    page.frame()
    expect(page.run("document.getElementById('message').textContent").startswith("no type"), False,
           "message after an unknown address")
    slowest = page.run("""(() => {
      const query = document.getElementById("query");
      // The best of some, because other programs may have the processor meanwhile.
      return Math.max(...["p", "pu", "public", "image", "a e", "zz", ""].map((text) =>
        Math.min(...[1, 2, 3, 4].map(() => {
          const start = performance.now();
          query.value = text;
          query.dispatchEvent(new Event("input"));
          document.body.offsetHeight;
          return performance.now() - start;
        }))));
    })()""")
    print(f"the slowest search took {slowest:.0f} ms")
    expect(slowest < LONGEST_SEARCH, True, "time of a search")
    page.click("document.querySelector('#families button:nth-child(2)')")
    names = page.run(found)
    expect(bool(names) and all("public.image" in [n] + infos[n].get("supertypes", [])
                               or "public.source-code" in infos[n].get("supertypes", []) for n in names),
           True, "the family of images")
    page.click("document.querySelector('#families button:nth-child(2)')")
    expect(page.run("document.getElementById('tree').hidden"), False, "the tree after a search")


def check_tree(page, address):
    page.open(f"{address}#public.jpeg")
    focus = "document.activeElement.dataset.type"
    state = "document.activeElement.getAttribute('aria-expanded')"
    page.run("document.querySelector('#tree [tabindex=\"0\"]').focus()")
    expect(page.run(focus), "public.jpeg", "the item that has the focus first")
    expect(page.run("document.activeElement.getAttribute('aria-selected')"), "true", "selected item")
    page.press("ArrowLeft")
    expect(page.run(focus), "public.image", "left: to the parent")
    page.press("ArrowLeft")
    expect(page.run(state), "false", "left: folded")
    page.press("ArrowRight")
    expect(page.run(state), "true", "right: unfolded")
    page.press("ArrowRight")
    first = page.run(focus)
    expect(page.run("document.activeElement.parentElement.closest('li').dataset.type"), "public.image",
           "right: to the first subtype")
    page.press("ArrowDown")
    page.press("ArrowUp")
    expect(page.run(focus), first, "down and up")
    page.press("Home")
    expect(page.run("document.activeElement === document.querySelector('#tree > li')"), True, "home")
    page.press("End")
    expect(page.run("document.activeElement.nextElementSibling"), None, "end")
    page.press("Home")
    for letter in "conte":
        page.press(letter)
    expect((page.run("document.activeElement.getAttribute('aria-label')") or "").lower().startswith("conte"), True,
           "letters")
    page.press("Enter")
    shown_type = page.run(CARD)["identifier"]
    expect(page.run("location.hash"), f"#{shown_type}", "enter: address")
    expect(page.run("document.activeElement.tagName"), "H2", "enter: the focus")
    page.run("history.back()")
    page.frame()
    page.frame()
    expect(page.run(CARD)["identifier"], "public.jpeg", "back in the history")
    # The mouse: the arrow folds, the line shows.
    item = "document.querySelector('#tree > li[data-type=\"public.content\"]')"
    before = page.run(f"{item}.getAttribute('aria-expanded')")
    page.click(f"{item}.querySelector('.fold')")
    expect(page.run(f"{item}.getAttribute('aria-expanded')") != before, True, "click on the arrow")
    expect(page.run(CARD)["identifier"], "public.jpeg", "the card after a click on the arrow")
    page.click(f"{item}.querySelector('.label')")
    expect(page.run(CARD)["identifier"], "public.content", "click on a line")
    page.click("document.querySelector('[data-field=subtypes] a')")
    expect(page.run("location.hash") not in ("#public.content", ""), True, "click on a link of the card")
    # A type with two parents is below both.
    page.open(f"{address}#org.example.hostile-type")
    places = page.run("""(() => {
      for (let round = 0; round < 9; round += 1) {
        for (const item of document.querySelectorAll('[aria-expanded=false]')) {
          if (["public.item", "public.content", "public.data", "public.text", "public.image",
            "public.composite-content"].includes(item.dataset.type)) item.querySelector('.fold').click();
        }
      }
      return [...document.querySelectorAll('[data-type="org.example.hostile-type"][role=treeitem]')]
        .map((item) => item.parentElement.closest('li').dataset.type);
    })()""")
    expect(sorted(set(places)), ["public.image", "public.text"], "the parents in the tree")


def check_folding(page, address, infos):
    """The types that have neither an extension nor an application are one item, until it is chosen."""
    item = "document.querySelector('[data-type=\"public.image\"][role=treeitem]')"
    shown_types = f"[...{item}.lastElementChild.children].map((e) => e.dataset.type ?? null)"
    page.open(f"{address}#public.image")
    page.run(f"{item}.querySelector('.fold').click()")
    below = sorted(name for name, info in infos.items() if "public.image" in info.get("parents", []))
    names = page.run(shown_types)
    expect(names[-1:], [None], "the last item below a type")
    folded = set(below) - set(names)
    expect(bool(folded), True, "types that are folded away")
    for name in folded:
        classes = {tag["tagClass"] for tag in infos[name].get("tags", [])}
        expect(classes & {"public.filename-extension", "org.freedesktop.filename-glob"}, set(), f"{name}: folded away")
    page.press("End")
    page.run(f"{item}.lastElementChild.lastElementChild.focus()")
    expect((page.run("document.activeElement.getAttribute('aria-label')") or "").startswith(f"{len(folded)} "), True,
           "the number of types that are folded away")
    page.press("Enter")
    expect(sorted(page.run(shown_types)), below, "the types below one, all of them")
    expect(page.run("document.activeElement.dataset.type") in folded, True, "the focus after unfolding")
    # A link to one of them unfolds it.
    name = sorted(folded)[0]
    page.open(f"{address}#{name}")
    expect(page.run("document.querySelector('#tree [aria-selected=true]')?.dataset.type"), name, "a link to such a type")


def check_safety(page, address):
    page.open(f"{address}#org.example.hostile-type")
    expect(page.run("typeof window.pwned"), "undefined", "a script of a declaration")
    expect(page.run("[document.scripts.length, document.images.length, document.querySelectorAll('iframe').length]"),
           [2, 0, 0], "elements of a declaration")
    expect(page.run("document.querySelector('h2').textContent"), shown(HOSTILE), "a hostile description")
    expect(page.run("document.querySelector('.handlers li strong').textContent"), shown(HOSTILE), "a hostile name")
    expect(page.run("document.querySelector('[data-field=reference] a')"), None, "a link to a script")
    expect(page.run("[...document.querySelectorAll('a')].every((a) => /^(#|https?:)/.test(a.getAttribute('href')))"),
           True, "addresses of links")
    # The policy forbids what the page does not do itself.
    errors = len(page.errors)
    page.run("""(() => { const script = document.createElement('script'); script.textContent = 'window.pwned = 5';
      document.body.append(script); })()""")
    page.run("fetch('https://example.invalid/').catch(() => 0)")
    expect(page.run("typeof window.pwned"), "undefined", "a script that was put in")
    expect(len(page.errors) - errors >= 2, True, "the policy")
    del page.errors[errors:]
    expect([r for r in page.requests if not r.startswith(("file:", "about:", "https://example.invalid/"))], [],
           "requests of the page")


def check_access(page, address):
    """What a screen reader is told, and the widths and grounds that the page is read in."""
    page.open(f"{address}#public.jpeg")
    nodes = [n for n in page.send("Accessibility.getFullAXTree")["nodes"] if not n.get("ignored")]
    named = {}
    for node in nodes:
        named.setdefault(node["role"]["value"], []).append(node.get("name", {}).get("value", ""))
    for role in ["tree", "treeitem", "searchbox", "navigation", "banner", "main", "button", "link", "heading"]:
        names = named.get(role, [])
        expect(bool(names), True, f"role {role}")
        if role not in ("banner", "main"):
            expect([n for n in names if not n.strip()], [], f"names of {role}")
    expect("JPEG image, public.jpeg" in " ".join(named["treeitem"]), True, "the name of an item")
    for width in (1280, 400):
        for scheme in ("light", "dark"):
            page.view(width, 900, scheme)
            for name in ["public.jpeg", "org.example.hostile-type", ""]:
                page.open(f"{address}#{name}")
                expect(page.run("document.documentElement.scrollWidth <= innerWidth"), True, f"{width}, '{name}': width")
                low = page.run(CONTRAST)
                expect(low, [], f"{scheme}, {width}, '{name}': contrast")


# The texts whose contrast with what is behind them is less than 4.5 (WCAG 2.2, 1.4.3).
CONTRAST = r"""(() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgb = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = (colour) => {
    const [r, g, b] = colour.map((v) => v / 255).map((v) => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const low = new Set();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest("script, svg, noscript, .skip") || !element.checkVisibility()) continue;
    let ground = [255, 255, 255, 0];
    for (let e = element; e && ground[3] < 255; e = e.parentElement) {
      const found = rgb(getComputedStyle(e).backgroundColor);
      if (found[3] === 255) ground = found;
    }
    const [a, b] = [light(rgb(getComputedStyle(element).color)), light(ground)].sort((a, b) => b - a);
    const ratio = (a + .05) / (b + .05);
    if (ratio < 4.5) low.add(`${element.tagName}.${element.className} ${ratio.toFixed(2)}`);
  }
  return [...low].slice(0, 5);
})()"""


def check_drawings(world):
    words = ["public.jpeg", "public.text", "org.example.hostile-type", "--handlers"]
    graph = world.json("graph", *words)
    svg = world.run("graph", "--format", "svg", *words)
    document = xml.dom.minidom.parseString(svg)
    kinds = [p.getAttribute("class") for p in document.getElementsByTagName("path")]
    expect(kinds.count("edge"), len(graph["conformances"]), "lines of the drawing")
    expect(len(kinds) - kinds.count("edge"), len(graph["claims"]), "claims in the drawing")
    names = {t.firstChild.data for t in document.getElementsByTagName("text") if t.getAttribute("class") == "name"}
    expect({t["identifier"] for t in graph["types"]} - names, set(), "types in the drawing")
    dot = world.run("graph", *words)
    if not shutil.which("dot"):
        print("skipped: pictures by Graphviz, because dot was not found")
        return
    done = subprocess.run(["dot", "-Tsvg"], input=dot, capture_output=True, check=False)
    expect((done.returncode, done.stderr.decode(errors="replace")), (0, ""), "dot")
    drawn = xml.dom.minidom.parseString(done.stdout)
    kinds = [g.getAttribute("class") for g in drawn.getElementsByTagName("g")]
    expect(kinds.count("edge"), len(graph["conformances"]) + len(graph["claims"]), "edges by dot")
    applications = {(c["bundle"], c["location"].rsplit(":", 2)[0]) for c in graph["claims"]}
    expect(kinds.count("node"), len(graph["types"]) + len(applications), "nodes by dot")
    texts = [t.firstChild.data.strip("\u00a0") for t in drawn.getElementsByTagName("text")]
    expect(any(t.replace("\u00a0", " ") == shown(HOSTILE) for t in texts), True, "a hostile name by dot")


def check_dense(page, world):
    """Types with all types before them as parents: their drawings have a budget of lines."""
    count = 200
    types = [{
        "UTTypeIdentifier": f"org.example.dense-{number}",
        "UTTypeConformsTo": [f"org.example.dense-{other}" for other in range(number)] or ["public.data"],
    } for number in range(count)]
    pathlib.Path(world.root, "home/.local/share/typed/declarations", "dense.json").write_text(
        json.dumps({"CFBundleIdentifier": "org.example.dense", "UTExportedTypeDeclarations": types}), encoding="utf-8")
    path = pathlib.Path(world.root, "dense.html")
    path.write_bytes(world.run("graph", "--format", "html"))
    for number in (59, count - 1):
        name = f"org.example.dense-{number}"
        page.open(f"{path.as_uri()}#{name}")
        expect(page.run("document.querySelector('#card .identifier')?.textContent"), name, "a type with many supertypes")
        lines = page.run("document.querySelectorAll('#card .drawing path').length")
        expect(0 < lines <= 2000, True, f"{name}: {lines} lines of the drawing")
        expect(page.run("document.querySelector('#card .drawing p')?.textContent.includes('left out')"), True,
               f"{name}: the note on the drawing")
    names = [f"org.example.dense-{count - 1}"]
    started = time.monotonic()
    svg = world.run("graph", "--format", "svg", *names)
    print(f"a drawing of {count} types, each with all before it as parents, took {time.monotonic() - started:.1f} s")
    document = xml.dom.minidom.parseString(svg)
    kinds = [p.getAttribute("class") for p in document.getElementsByTagName("path")]
    expect(kinds.count("edge"), count + 1, "lines of a drawing with too many conformances")


def take_pictures(page, address, directory):
    os.makedirs(directory, exist_ok=True)
    for scheme in ("light", "dark"):
        for width, height in ((1280, 860), (400, 860)):
            page.view(width, height, scheme)
            for name in ("public.jpeg", "org.example.hostile-type", ""):
                page.open(f"{address}#{name}")
                page.picture(f"{directory}/{name or 'start'}-{width}-{scheme}.png")
            page.open(address)
            page.run("document.getElementById('query').focus()")
            page.type("markdown")
            page.picture(f"{directory}/search-{width}-{scheme}.png")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("utcli")
    parser.add_argument("--pictures")
    arguments = parser.parse_args()
    world = World(os.path.abspath(arguments.utcli))
    page = None
    try:
        count = len(world.run("types").splitlines())
        check_drawings(world)
        started = time.monotonic()
        content = world.run("graph", "--format", "html")
        taken = time.monotonic() - started
        print(f"the page has {len(content):,} bytes of {count:,} types and was made in {taken * 1000:.0f} ms")
        expect(len(content) < min(LONGEST_PAGE, count * LONGEST_TYPE), True, "length of the page")
        expect(taken < LONGEST_TIME, True, "time of the page")
        program = browser.find()
        if not program:
            print("skipped: the page in a browser, because Chromium was not found")
            return bool(failures)
        file = pathlib.Path(world.root, "types.html")
        file.write_bytes(content)
        page = browser.Browser(program)
        page.view(1280, 900, "light")
        infos, _ = check_cards(page, file.as_uri(), world)
        check_search(page, file.as_uri(), infos)
        check_tree(page, file.as_uri())
        check_folding(page, file.as_uri(), infos)
        check_access(page, file.as_uri())
        page.view(1280, 900, "light")
        check_safety(page, file.as_uri())
        check_dense(page, world)
        expect(page.errors, [], "errors of the page")
        if arguments.pictures:
            take_pictures(page, file.as_uri(), arguments.pictures)
        print(f"looked at the page of {len(infos)} types in {os.path.basename(program)}")
    finally:
        if page:
            page.close()
        world.close()
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
