// SPDX-License-Identifier: MIT

extension PageScript {
  /// The card of a type, and what is shown while none is selected.
  static var card: StaticString {
    #"""
    const placements = {
      "file": "the file names it", "binding": "chosen", "supertype-binding": "chosen for a supertype",
      "added-association": "added association", "claim": "claims it",
      "opens-as": "claims what it opens as", "tag-claim": "claims a tag",
      "wildcard": "claims everything", "drops": "accepts drops only",
    };
    const mostChips = 60;

    function link(number) {
      const type = types[number];
      return make("li", {}, make("a", { href: `#${type.i}`, class: `f${type.m}`, "data-type": type.i },
        dot(type), type.i, title(type) === type.i ? null : text(type.d)));
    }

    /** Links to types; of very many only the first, until the others are asked for. */
    function chips(list, field) {
      const element = make("ul", { class: "chips", "data-field": field },
        list.slice(0, mostChips).map(link));
      if (list.length > mostChips) {
        const more = make("button", { type: "button", class: "more" }, `show all ${list.length}`);
        more.addEventListener("click", () => element.replaceChildren(...list.map(link)));
        element.append(make("li", {}, more));
      }
      return element;
    }

    const heading = (name, count) => make("h3", {}, name,
      count === undefined ? null : make("span", { class: "count" }, String(count)));

    function tags(type) {
      const list = make("dl", { class: "facts" });
      for (const [name, ...values] of type.t || []) {
        const before = name === "public.filename-extension" ? "." : "";
        list.append(make("dt", {}, className(name)), make("dd", { class: "tags", "data-tags": name },
          values.map((value) => make("span", {}, before, text(value, "value")))));
      }
      if (type.v) list.append(make("dt", {}, "Version"), make("dd", {}, text(type.v)));
      if (type.n) list.append(make("dt", {}, "Icons"), make("dd", {}, text(type.n, "id")));
      if (type.r) {
        // Only an address of the web becomes a link: a declaration may hold any text.
        const isWeb = /^https?:\/\/[^\s]+$/i.test(type.r);
        list.append(make("dt", {}, "Reference"), make("dd", { "data-field": "reference" }, isWeb
          ? make("a", { href: type.r, rel: "noreferrer noopener", target: "_blank" }, text(type.r))
          : text(type.r)));
      }
      return list.children.length ? [heading("Tags"), list] : [];
    }

    function declarations(type) {
      return make("ul", { class: "declarations" }, type.c.map(([kind, active, ...rest]) => {
        const [bundle, origin] = data.sources[rest[0]];
        return make("li", { class: active ? null : "off", "data-kind": kind, "data-active": active },
          make("div", { class: "heading" },
            make("span", { class: active ? "badge good" : "badge" },
              active ? (kind === "supplement" ? "adds" : "counts") : "does not count"),
            make("strong", {}, kind), text(bundle, "id"), make("span", { class: "badge" }, origin)),
          make("div", { class: "place" }, text(place(rest), "where")),
          rest[3] ? make("div", { class: "reason" }, text(rest[3])) : null);
      }));
    }

    function handler(number, position) {
      const row = data.rows[number];
      const [bundle, name, origin, path, version] = data.applications[row.a];
      const opens = position === 0 && row.p !== "drops";
      const claimed = row.t === undefined ? row.g : types[row.t].i;
      const words = [row.r ? row.r.toLowerCase() : null,
        row.k ? `rank ${row.k.toLowerCase()}${row.w ? ", owner of the type" : ""}` : null,
        placements[row.p] || row.p,
        row.d ? `${plural(row.d, "step", "steps")} up` : null];
      return make("li", { class: row.p === "drops" ? "drops" : null, "data-bundle": bundle,
        "data-role": row.r, "data-placement": row.p },
        make("div", {},
          make("div", { class: "heading" }, make("strong", {}, text(name)),
            opens ? make("span", { class: "badge good" }, "opens it") : null,
            row.u ? make("span", { class: "badge" }, "unconfirmed") : null,
            text(bundle, "id"), make("span", { class: "badge" }, origin)),
          make("div", { class: "reason" }, words.filter((word) => word).join(" · "),
            claimed && row.d !== 0 ? [": ", text(claimed, "id")] : null),
          row.e ? make("div", { class: "reason" }, text(row.e, "why")) : null,
          make("div", { class: "place" }, text(row.s ? place(row.s) : path, "where"))));
    }

    function show(number) {
      const type = types[number];
      const above = supertypes(number);
      const handlers = type.h || [];
      const opened = [];
      for (let at = 0; type.o && at < type.o.length; at += 1) opened.push(type.o[at][0]);
      const state = { undeclared: "undeclared: only named as a supertype",
        dynamic: "dynamic: made from a tag" }[type.q];
      const inherited = type.f ? `described as ${type.f}: ${shown(type.d)}` : null;
      card.replaceChildren(
        make("button", { type: "button", class: "back", onclick: back }, "← All types"),
        make("p", { class: "kind" }, dot(type), data.families[type.m],
          [state, inherited].filter((word) => word)
            .map((word) => make("span", { class: "badge" }, word))),
        make("h2", { tabindex: -1 }, text(title(type))),
        make("p", { class: "identifier" }, type.i),
        ...(above.length ? [drawing(number)] : []),
        ...tags(type),
        heading("Conforms to", type.p.length),
        type.p.length ? chips(type.p, "parents") : make("p", { class: "none" }, "No other type."),
        ...(above.length > type.p.length
          ? [heading("All supertypes", above.length), chips(above, "supertypes")] : []),
        ...(opened.length ? [heading("Opens as", opened.length), chips(opened, "opens-as")] : []),
        ...(children[number].length
          ? [heading("Subtypes", children[number].length), chips(children[number], "subtypes")] : []),
        heading("Applications", handlers.length),
        handlers.length ? make("ol", { class: "handlers" }, handlers.map(handler))
          : make("p", { class: "none" }, "No application opens it."),
        heading("Declarations", type.c.length),
        type.c.length ? declarations(type) : make("p", { class: "none" }, "No file declares it."));
      card.setAttribute("aria-label", shown(title(type)));
      card.scrollTop = 0;
      document.title = `${shown(title(type))} – types`;
    }

    function overview() {
      const counts = data.families.map(() => 0);
      for (const type of types) counts[type.m] += 1;
      const most = Math.max(...counts, 1);
      const order = counts.map((count, number) => number).filter((number) => counts[number])
        .sort((a, b) => (a === counts.length - 1) - (b === counts.length - 1)
          || counts[b] - counts[a] || a - b);
      const bars = order.flatMap((number) => {
        const bar = make("div", { class: `bar f${number}`, "aria-hidden": "true" });
        bar.style.width = `${counts[number] / most * 100}%`;
        return [make("button", { type: "button", onclick: () => choose(number) },
          data.families[number]), bar, make("span", { class: "count" }, counts[number].toLocaleString("en"))];
      });
      const applications = new Set(data.applications.map((application) => application[0])).size;
      card.replaceChildren(
        make("p", { class: "kind" }, "The registry of this machine"),
        make("h2", { tabindex: -1 }, plural(types.length, "type", "types")),
        make("p", { class: "total" }, `${plural(applications, "application", "applications")}, `
          + plural(data.sources.length, "file with declarations", "files with declarations")),
        make("div", { class: "bars" }, bars),
        heading("Keys"),
        make("p", { class: "keys" }, make("kbd", {}, "/"), " searches. Arrows move in the tree and in "
          + "what was found, ", make("kbd", {}, "Enter"), " shows a type, ", make("kbd", {}, "*"),
          " unfolds all beside it. ", make("kbd", {}, "Esc"), " goes back."));
      document.title = "Types";
    }

    """#
  }
}
