// SPDX-License-Identifier: MIT

extension PageScript {
  /// The drawing of a type below its supertypes.
  static var drawing: StaticString {
    #"""
    function shape(name, attributes, ...contents) {
      const element = document.createElementNS("http://www.w3.org/2000/svg", name);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      element.append(...contents);
      return element;
    }

    /** The longest way from a type up to each of its supertypes. */
    function levels(number) {
      const level = new Map([[number, 0]]);
      // A way is at most as long as there are types on it, also if the data had a cycle.
      const all = [number, ...supertypes(number)];
      for (let round = 0, changed = true; changed && round < all.length; round += 1) {
        changed = false;
        for (const type of all) {
          for (const parent of types[type].p) {
            if ((level.get(parent) ?? -1) < (level.get(type) ?? 0) + 1) {
              level.set(parent, (level.get(type) ?? 0) + 1);
              changed = true;
            }
          }
        }
      }
      return level;
    }

    // The most lines of a drawing, in pieces from row to row.
    const mostPieces = 2000;

    /** The conformances to draw: if they are too many, those that no other one implies, the shortest first. */
    function conformances(level) {
      const rows = ([type, parent]) => level.get(parent) - level.get(type);
      const pieces = (pairs) => pairs.reduce((sum, pair) => sum + rows(pair), 0);
      const all = [...level.keys()].flatMap((type) => types[type].p.map((parent) => [type, parent]));
      if (pieces(all) <= mostPieces) return all;
      // Of each type all supertypes, and those that are above a parent; parents come first.
      const above = new Map();
      const implied = new Map();
      for (const type of [...level.keys()].sort((a, b) => level.get(b) - level.get(a))) {
        const farther = new Set();
        for (const parent of types[type].p) for (const other of above.get(parent) ?? []) farther.add(other);
        implied.set(type, farther);
        above.set(type, new Set([...farther, ...types[type].p]));
      }
      const direct = all.filter(([type, parent]) => !implied.get(type).has(parent))
        .sort((a, b) => rows(a) - rows(b));
      let left = mostPieces;
      return direct.filter((pair) => (left -= rows(pair)) >= 0);
    }

    /** A drawing for the eye; the lists below say the same in words. */
    function drawing(number) {
      const level = levels(number);
      const [boxHeight, step, gap] = [28, 56, 16];
      const rows = [];
      const put = (type, height) => {
        const width = type === null ? 8 : Math.min(types[type].i.length, 30) * 7.3 + 22;
        const item = { type, width, top: 0, height, below: [], x: 0 };
        (rows[height] ||= []).push(item);
        return item;
      };
      const items = new Map([...level].map(([type, height]) => [type, put(type, height)]));
      // A line that passes rows has a bend in each, for which the boxes of the row leave room.
      const lines = [];
      const join = (item, above) => {
        above.below.push(item);
        lines.push([item, above]);
        return above;
      };
      const drawn = conformances(level);
      const omitted = [...level.keys()].reduce((sum, type) => sum + types[type].p.length, 0) - drawn.length;
      for (const [type, parent] of drawn) {
        let item = items.get(type);
        for (let height = item.height + 1; height < level.get(parent); height += 1) {
          item = join(item, put(null, height));
        }
        join(item, items.get(parent));
      }
      const all = rows.flat();
      for (const item of all) item.top = (rows.length - 1 - item.height) * step + 2;
      for (const row of rows.slice(1)) {
        // In the order of the mean places of what is below, and none over another.
        for (const item of row) {
          item.mean = item.below.reduce((sum, other) => sum + other.x, 0)
            / Math.max(item.below.length, 1);
        }
        row.sort((a, b) => a.mean - b.mean);
        const total = row.reduce((sum, item) => sum + item.width + gap, -gap);
        let x = row.reduce((sum, item) => sum + item.mean, 0) / row.length - total / 2;
        for (const item of row) {
          item.x = x + item.width / 2;
          x += item.width + gap;
        }
      }
      // Without spreading: a call takes only so many arguments.
      const left = all.reduce((least, item) => Math.min(least, item.x - item.width / 2), 0) - 2;
      const right = all.reduce((most, item) => Math.max(most, item.x + item.width / 2), 0) + 2;
      const height = (rows.length - 1) * step + boxHeight + 4;
      const paths = lines.map(([item, above]) => {
        const end = above.top + boxHeight;
        const bend = (item.top - end) / 2;
        return shape("path", {
          d: `M${item.x} ${item.top}C${item.x} ${item.top - bend} ${above.x} ${end + bend} `
            + `${above.x} ${end}${above.type === null ? `V${above.top}` : ""}`,
        });
      });
      const boxes = all.filter((item) => item.type !== null).map(({ type, x, top, width }) => {
        const name = types[type].i;
        const box = [
          shape("title", {}, shown(title(types[type]))),
          shape("rect", { x: x - width / 2, y: top, width, height: boxHeight, rx: 7 }),
          shape("text", { x, y: top + 18 },
            name.length > 30 ? `${name.slice(0, 14)}…${name.slice(-15)}` : name),
        ];
        return type === number
          ? shape("g", { class: `self f${types[type].m}` }, ...box)
          : shape("a", { href: `#${name}`, class: `f${types[type].m}`, tabindex: -1 }, ...box);
      });
      return make("div", { class: "drawing", "aria-hidden": "true" }, shape("svg", {
        width: right - left, height, viewBox: `${left} 0 ${right - left} ${height}`,
      }, ...paths, ...boxes),
      omitted ? make("p", { class: "none" },
        `${plural(omitted, "line is", "lines are")} left out; the lists below have every supertype.`) : null);
    }

    """#
  }
}
