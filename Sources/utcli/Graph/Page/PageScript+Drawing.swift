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

    /** A drawing for the eye; the lists below say the same in words. */
    function drawing(number) {
      const level = levels(number);
      const [boxHeight, step, gap] = [28, 56, 16];
      const rows = [];
      for (const [type, height] of level) (rows[height] ||= []).push(type);
      const width = (type) => Math.min(types[type].i.length, 30) * 7.3 + 22;
      const center = new Map([[number, 0]]);
      rows.forEach((row, height) => {
        if (!height) return;
        // Near the mean of the subtypes, in that order, and none over another.
        const wanted = (type) => {
          const below = [...level.keys()].filter((other) => types[other].p.includes(type));
          const known = below.map((other) => center.get(other)).filter((x) => x !== undefined);
          return known.reduce((sum, x) => sum + x, 0) / (known.length || 1);
        };
        const sorted = row.map((type) => [wanted(type), type]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
        const total = sorted.reduce((sum, [, type]) => sum + width(type) + gap, -gap);
        let x = sorted.reduce((sum, [mean]) => sum + mean, 0) / sorted.length - total / 2;
        for (const [, type] of sorted) {
          center.set(type, x + width(type) / 2);
          x += width(type) + gap;
        }
      });
      const left = Math.min(...[...center].map(([type, x]) => x - width(type) / 2)) - 2;
      const right = Math.max(...[...center].map(([type, x]) => x + width(type) / 2)) + 2;
      const height = (rows.length - 1) * step + boxHeight + 4;
      const top = (type) => (rows.length - 1 - level.get(type)) * step + 2;
      const lines = [];
      const boxes = [];
      for (const type of level.keys()) {
        for (const parent of types[type].p) {
          const [x0, y0, x1, y1] =
            [center.get(type), top(type), center.get(parent), top(parent) + boxHeight];
          const bend = Math.min(28, (y0 - y1) / 2);
          lines.push(shape("path", {
            d: `M${x0} ${y0}C${x0} ${y0 - bend} ${x1} ${y1 + bend} ${x1} ${y1}`,
          }));
        }
        const name = types[type].i;
        const box = [
          shape("title", {}, shown(title(types[type]))),
          shape("rect", { x: center.get(type) - width(type) / 2, y: top(type), width: width(type),
            height: boxHeight, rx: 7 }),
          shape("text", { x: center.get(type), y: top(type) + 18 },
            name.length > 30 ? `${name.slice(0, 14)}…${name.slice(-15)}` : name),
        ];
        boxes.push(type === number
          ? shape("g", { class: `self f${types[type].m}` }, ...box)
          : shape("a", { href: `#${name}`, class: `f${types[type].m}`, tabindex: -1 }, ...box));
      }
      return make("div", { class: "drawing", "aria-hidden": "true" }, shape("svg", {
        width: right - left, height, viewBox: `${left} 0 ${right - left} ${height}`,
      }, ...lines, ...boxes));
    }

    """#
  }
}
