// SPDX-License-Identifier: MIT

/// The script of the page, in parts that are joined in this order: ``model``, ``search``, ``tree``,
/// ``drawing``, ``card``, ``start``.
///
/// Text of declarations reaches the document as text only: no part of the script makes markup of it.
enum PageScript {
  /// What the page knows, and how elements are made.
  static var model: StaticString {
    #"""
    "use strict";
    (() => {
    const data = JSON.parse(document.getElementById("registry").textContent);
    const types = data.types;

    /** Puts back what a type shares with others, and is written once. */
    function expand() {
      const whole = () => {
        let before = "";
        return (text) => {
          const [, count, rest] = /^(\d+):?([^]*)$/.exec(text);
          before = before.slice(0, count) + rest;
          return before;
        };
      };
      const [identifier, reference] = [whole(), whole()];
      for (const type of types) {
        type.i = identifier(type.i);
        if (type.r !== undefined) type.r = reference(type.r);
        for (const tags of type.t || []) tags[0] = data.classes[tags[0]];
        type.c = type.c.map(([kind, ...rest]) => [...data.kinds[kind], ...rest]);
        if (type.n) {
          const [rest, count = 0] = type.n;
          const names = (type.t || []).flatMap(([name, ...values]) =>
            name === "public.mime-type" ? values : []);
          type.n = [...names.slice(0, count).map((name) => name.replaceAll("/", "-")),
            data.icons[rest]].filter((name) => name).join(" ");
        }
      }
      for (const type of types) {
        if (type.f === undefined) continue;
        type.d ??= types[type.f].d;
        type.f = types[type.f].i;
      }
    }
    expand();

    const numbers = new Map(types.map((type, number) => [type.i, number]));
    const children = types.map(() => []);
    types.forEach((type, number) => type.p.forEach((parent) => children[parent].push(number)));
    // The types without supertypes, those that most others conform to first.
    const roots = types.map((type, number) => number).filter((number) => !types[number].p.length);
    const subtypes = new Map(roots.map((root) => {
      const all = new Set([root]);
      for (const next of all) children[next].forEach((child) => all.add(child));
      return [root, all.size];
    }));
    roots.sort((a, b) => subtypes.get(b) - subtypes.get(a) || a - b);

    /**
     * Whether a type is public, found by the names of files, or claimed by an application, or has such a
     * subtype. The others are listed after these.
     */
    const familiar = types.map(() => false);
    {
      const ofNames = (name) => name === "public.filename-extension" || name.endsWith("glob");
      const claimed = (row) => data.rows[row].d === 0;
      const rest = types.map((type, number) => number).filter((number) => {
        const type = types[number];
        return type.i.startsWith("public.") || (type.t || []).some(([name]) => ofNames(name))
          || (type.h || []).some(claimed);
      });
      for (let number = rest.pop(); number !== undefined; number = rest.pop()) {
        if (familiar[number]) continue;
        familiar[number] = true;
        rest.push(...types[number].p);
      }
    }

    const classNames = {
      "public.filename-extension": "Extensions", "public.mime-type": "MIME types",
      "public.url-scheme": "URL schemes", "com.apple.ostype": "OSTypes",
      "com.apple.nspboard-type": "Pasteboard types", "public.filename-glob": "File names",
    };
    const className = (name) =>
      classNames[name] || (name.endsWith("glob") ? "File names" : name);

    /** An element with attributes, listeners (names that begin with "on") and contents. */
    function make(name, attributes, ...contents) {
      const element = document.createElement(name);
      for (const [key, value] of Object.entries(attributes || {})) {
        if (value === undefined || value === null || value === false) continue;
        if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
        else element.setAttribute(key, value === true ? "" : value);
      }
      // A string becomes a text node.
      element.append(...contents.flat().filter((item) => item !== null && item !== undefined));
      return element;
    }

    /** Text with characters that are invisible, or turn the direction of others, as numbers. */
    function shown(text) {
      return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u061C\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu,
        (character) => `\\u{${character.codePointAt(0).toString(16).toUpperCase()}}`);
    }

    /** Text from declarations, whose direction does not reach what is around it. */
    const text = (content, kind = "text") => make("bdi", { class: kind }, shown(content));

    const dot = (type) => make("span", { class: `dot f${type.m}`, "aria-hidden": "true" });
    // An inherited description tells types apart no more.
    const title = (type) => (type.d && !type.f ? type.d : type.i);
    const plural = (count, one, many) => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

    /** All supertypes, the nearest first. */
    function supertypes(number) {
      const seen = new Set([number]);
      for (const next of seen) types[next].p.forEach((parent) => seen.add(parent));
      seen.delete(number);
      return [...seen];
    }

    /** `file:line:column` of a source's index, a line and a column. */
    function place([source, line, column]) {
      const path = data.sources[source][2];
      return line ? `${path}:${line}:${column}` : path;
    }

    const query = document.getElementById("query");
    const message = document.getElementById("message");
    const results = document.getElementById("results");
    const tree = document.getElementById("tree");
    const card = document.getElementById("card");
    const families = document.getElementById("families");
    let selected = null;

    """#
  }
}
