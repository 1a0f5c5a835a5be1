// SPDX-License-Identifier: MIT

extension PageScript {
  /// Finding types by words and by family, and the list of those that were found.
  static var search: StaticString {
    #"""
    const mostResults = 100;
    let family = null;

    const searched = types.map((type) => {
      const tags = (type.t || []).flatMap(([name, ...values]) =>
        name === "public.filename-extension" ? values.map((value) => `.${value}`) : values);
      return {
        name: type.i, label: type.i.slice(type.i.lastIndexOf(".") + 1),
        description: title(type).toLowerCase(), tags: tags.map((tag) => tag.toLowerCase()),
        all: [type.i, type.d || "", ...tags].join("\n").toLowerCase(),
      };
    });

    /** How well an entry matches a text; 0 is best. */
    function distance(entry, wanted) {
      if (entry.name === wanted || entry.name === `public.${wanted}`) return 0;
      if (entry.tags.includes(wanted) || entry.tags.includes(`.${wanted}`)) return 1;
      if (entry.label === wanted || entry.description === wanted) return 2;
      if (entry.description.startsWith(wanted) || entry.name.startsWith(wanted)) return 3;
      if (entry.label.startsWith(wanted) || entry.description.includes(` ${wanted}`)) return 4;
      return 5;
    }

    /** The types that contain every word, the best first. */
    function find(wanted) {
      const words = wanted.toLowerCase().split(/\s+/).filter((word) => word);
      const whole = words.join(" ");
      const found = [];
      searched.forEach((entry, number) => {
        if (family !== null && types[number].m !== family) return;
        if (words.every((word) => entry.all.includes(word))) {
          found.push([whole ? distance(entry, whole) : 0, number]);
        }
      });
      // Of equal ones those that files are of, and the names of families, come first.
      const size = (number) => Math.floor(children[number].length / 8);
      return found.sort((a, b) => a[0] - b[0] || familiar[b[1]] - familiar[a[1]]
        || size(b[1]) - size(a[1]) || a[1] - b[1]).map((pair) => pair[1]);
    }

    /** Text in which the words of the query are marked. */
    function marked(content, kind, words) {
      const element = make("bdi", { class: kind });
      const plain = shown(content);
      const lower = plain.toLowerCase();
      let start = 0;
      // Where a letter's lower case is longer, positions differ; such a text is not marked.
      while (start < plain.length && lower.length === plain.length) {
        let [next, length] = [-1, 0];
        for (const word of words) {
          const position = lower.indexOf(word, start);
          if (position >= 0 && (next < 0 || position < next)) [next, length] = [position, word.length];
        }
        if (next < 0) break;
        element.append(plain.slice(start, next), make("mark", {}, plain.slice(next, next + length)));
        start = next + length;
      }
      element.append(plain.slice(start));
      return element;
    }

    /** Shows what matches the query and the family, or the tree if neither is given. */
    function search() {
      const wanted = query.value.trim();
      const isSearch = wanted !== "" || family !== null;
      results.hidden = !isSearch;
      tree.hidden = isSearch;
      document.body.dataset.view = "list";
      if (!isSearch) {
        message.textContent = plural(types.length, "type", "types");
        return;
      }
      const words = wanted.toLowerCase().split(/\s+/).filter((word) => word);
      const found = find(wanted);
      results.replaceChildren(...found.slice(0, mostResults).map((number, position) => {
        const type = types[number];
        return make("li", {
          role: "option", id: `found-${position}`, tabindex: position ? -1 : 0,
          "aria-selected": String(number === selected), "data-type": type.i,
          onclick: () => go(number),
        }, dot(type), make("span", { class: "found" }, marked(title(type), "text", words),
          marked(hint(type, words), "id", words)));
      }));
      if (found.length > mostResults) {
        results.append(make("li", { class: "rest", role: "presentation" },
          `and ${plural(found.length - mostResults, "other", "others")}; write more to find them`));
      }
      message.textContent = found.length
        ? `${plural(found.length, "type", "types")} found` : "no type found";
    }

    /** The identifier, and the tag that was found if it is in neither line. */
    function hint(type, words) {
      const visible = `${type.i}\n${type.d || ""}`.toLowerCase();
      const word = words.find((word) => !visible.includes(word));
      if (!word) return type.i;
      const entry = searched[numbers.get(type.i)];
      const tag = entry.tags.find((tag) => tag === word || tag === `.${word}`)
        || entry.tags.find((tag) => tag.includes(word));
      return tag ? `${type.i} · ${tag}` : type.i;
    }

    /** Limits the search to a family; a second time, or `null`, ends that. */
    function choose(number) {
      family = family === number ? null : number;
      for (const button of families.children) {
        button.setAttribute("aria-pressed", String(Number(button.dataset.family) === family));
      }
      search();
    }

    families.append(...data.families.map((name, number) => make("button", {
      type: "button", class: `f${number}`, "aria-pressed": "false", "data-family": number,
      onclick: () => choose(number),
    }, make("span", { class: "dot", "aria-hidden": "true" }), name)));

    /** Moves the focus in the list; from its first entry up to the query. */
    results.addEventListener("keydown", (event) => {
      const option = event.target.closest("[role=option]");
      if (!option) return;
      const options = [...results.querySelectorAll("[role=option]")];
      const position = options.indexOf(option);
      const next = {
        ArrowDown: options[position + 1], ArrowUp: options[position - 1] || query,
        Home: options[0], End: options[options.length - 1],
      }[event.key];
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        go(numbers.get(option.dataset.type), true);
      } else if (next) {
        event.preventDefault();
        focusOption(next);
      }
    });

    function focusOption(next) {
      if (next !== query) {
        results.querySelectorAll("[tabindex='0']").forEach((other) => { other.tabIndex = -1; });
        next.tabIndex = 0;
      }
      next.focus();
    }

    query.addEventListener("input", search);
    query.addEventListener("keydown", (event) => {
      const first = results.hidden ? null : results.querySelector("[role=option]");
      if (event.key === "ArrowDown") {
        event.preventDefault();
        if (first) focusOption(first);
        else if (!tree.hidden) focusItem(tree.querySelector("[tabindex='0']"));
      } else if (event.key === "Enter" && first) {
        event.preventDefault();
        go(numbers.get(first.dataset.type), true);
      } else if (event.key === "Escape" && query.value !== "") {
        event.preventDefault();
        query.value = "";
        search();
      }
    });

    """#
  }
}
