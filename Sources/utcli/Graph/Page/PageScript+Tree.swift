// SPDX-License-Identifier: MIT

extension PageScript {
  /// The tree.
  ///
  /// It follows the *ARIA Authoring Practices Guide*, "Tree View Pattern". A type with several parents is
  /// below each of them; what is below an item is made when it is unfolded. Of the types below one, those
  /// that are not familiar are folded into a last item, which is replaced by them.
  static var tree: StaticString {
    #"""
    const typeOf = new WeakMap();

    function item(number, level, position, count) {
      const type = types[number];
      const below = children[number].length;
      const label = [title(type), title(type) === type.i ? null : type.i,
        below ? plural(below, "subtype", "subtypes") : null];
      const element = make("li", {
        role: "treeitem", class: below ? null : "leaf", tabindex: -1, "data-type": type.i,
        "aria-level": level, "aria-posinset": position + 1, "aria-setsize": count,
        "aria-expanded": below ? "false" : null, "aria-selected": "false",
        "aria-label": label.filter((part) => part).map(shown).join(", "),
      }, make("div", { class: "row" }, make("span", { class: "fold" }), dot(type),
        make("span", { class: "label" }, text(title(type)),
          title(type) === type.i ? null : text(type.i, "id")),
        below ? make("span", { class: "count" }, String(below)) : null));
      typeOf.set(element, number);
      element.classList.toggle("same", number === selected);
      return element;
    }

    function unfold(element) {
      if (element.getAttribute("aria-expanded") !== "false") return;
      element.setAttribute("aria-expanded", "true");
      if (element.lastElementChild.getAttribute("role") === "group") {
        element.lastElementChild.hidden = false;
        return;
      }
      const below = children[typeOf.get(element)];
      const level = Number(element.getAttribute("aria-level")) + 1;
      const first = below.filter((number) => familiar[number]);
      const shown = first.length ? first : below;
      const hidden = below.length - shown.length;
      element.append(make("ul", { role: "group" },
        shown.map((number, position) => item(number, level, position, shown.length + (hidden ? 1 : 0))),
        hidden ? others(hidden, level, shown.length + 1) : null));
    }

    /** The item for the types that are folded away. */
    function others(count, level, size) {
      const label = `${plural(count, "type", "types")} without extension and application`;
      return make("li", {
        role: "treeitem", class: "leaf others", tabindex: -1, "aria-level": level,
        "aria-posinset": size, "aria-setsize": size, "aria-selected": "false", "aria-label": label,
      }, make("div", { class: "row" }, make("span", { class: "fold" }), make("span", { class: "label" }, label)));
    }

    /** Puts the types that are folded away where their item is; returns the first of them. */
    function unfoldOthers(element) {
      const list = element.parentElement;
      const shown = [...list.children].slice(0, -1);
      const below = children[typeOf.get(parentItem(element))];
      const rest = below.filter((number) => !familiar[number]);
      const level = Number(element.getAttribute("aria-level"));
      for (const other of shown) other.setAttribute("aria-setsize", String(below.length));
      element.replaceWith(...rest.map((number, position) =>
        item(number, level, shown.length + position, below.length)));
      return list.children[shown.length];
    }

    function fold(element) {
      if (element.getAttribute("aria-expanded") !== "true") return;
      element.setAttribute("aria-expanded", "false");
      element.lastElementChild.hidden = true;
      if (element.contains(document.activeElement)) focusItem(element);
    }

    const parentItem = (element) => element.parentElement.closest("[role=treeitem]");
    /** The items that are not folded away, in their order. */
    const visible = () => [...tree.querySelectorAll("[role=treeitem]")]
      .filter((element) => !element.parentElement.closest("[hidden]"));

    function stop(element) {
      tree.querySelectorAll("[tabindex='0']").forEach((other) => { other.tabIndex = -1; });
      element.tabIndex = 0;
    }

    function focusItem(element) {
      if (!element) return;
      stop(element);
      element.focus({ preventScroll: true });
      element.firstElementChild.scrollIntoView({ block: "nearest" });
    }

    /** Unfolds the way to a type from a root, marks the item, and returns it. */
    function reveal(number) {
      const way = [number];
      // The item that is marked already, if it is of that type.
      const marked = tree.querySelector("[aria-selected=true]");
      if (marked && typeOf.get(marked) === number) return marked;
      while (types[way[0]].p.length && !way.slice(1).includes(way[0])) way.unshift(types[way[0]].p[0]);
      let list = tree;
      let element = null;
      for (const step of way) {
        const last = list.lastElementChild;
        if (last && last.classList.contains("others") && !familiar[step]) unfoldOthers(last);
        element = [...list.children].find((child) => typeOf.get(child) === step);
        if (!element) return null;
        if (step !== number) {
          unfold(element);
          list = element.lastElementChild;
        }
      }
      mark(element);
      return element;
    }

    function mark(element) {
      const number = typeOf.get(element);
      tree.querySelectorAll("[aria-selected=true]")
        .forEach((other) => other.setAttribute("aria-selected", "false"));
      tree.querySelectorAll(".same").forEach((other) => other.classList.remove("same"));
      element.setAttribute("aria-selected", "true");
      tree.querySelectorAll("[role=treeitem]").forEach((other) => {
        other.classList.toggle("same", typeOf.get(other) === number);
      });
      stop(element);
    }

    tree.append(...roots.map((number, position) => item(number, 1, position, roots.length)));
    if (tree.firstElementChild) tree.firstElementChild.tabIndex = 0;

    tree.addEventListener("click", (event) => {
      const element = event.target.closest("[role=treeitem]");
      if (!element || !event.target.closest(".row")) return;
      if (element.classList.contains("others")) {
        focusItem(unfoldOthers(element));
        return;
      }
      const isOpen = element.getAttribute("aria-expanded") === "true";
      if (event.target.closest(".fold")) {
        if (isOpen) fold(element);
        else unfold(element);
        focusItem(element);
        return;
      }
      unfold(element);
      mark(element);
      focusItem(element);
      go(typeOf.get(element));
    });

    let typed = "";
    let typedAt = 0;
    tree.addEventListener("keydown", (event) => {
      const element = event.target.closest("[role=treeitem]");
      if (!element || event.ctrlKey || event.metaKey || event.altKey) return;
      const items = visible();
      const position = items.indexOf(element);
      const isOthers = element.classList.contains("others");
      if (isOthers && ["ArrowRight", "Enter", " "].includes(event.key)) {
        event.preventDefault();
        focusItem(unfoldOthers(element));
        return;
      }
      const state = element.getAttribute("aria-expanded");
      switch (event.key) {
        case "ArrowDown": focusItem(items[position + 1]); break;
        case "ArrowUp":
          if (position) focusItem(items[position - 1]);
          else query.focus();
          break;
        case "Home": focusItem(items[0]); break;
        case "End": focusItem(items[items.length - 1]); break;
        case "ArrowRight":
          if (state === "false") unfold(element);
          else if (state === "true") focusItem(items[position + 1]);
          break;
        case "ArrowLeft":
          if (state === "true") fold(element);
          else focusItem(parentItem(element));
          break;
        case "*":
          for (const other of [...element.parentElement.children]) unfold(other);
          break;
        case "Enter": case " ":
          mark(element);
          go(typeOf.get(element), true);
          break;
        default:
          if (event.key.length !== 1 || event.key === "/") return;
          // Letters in a row look for a type that begins with them.
          typed = event.timeStamp - typedAt < 700 ? typed + event.key : event.key;
          typedAt = event.timeStamp;
          focusItem([...items.slice(position + (typed.length === 1 ? 1 : 0)), ...items].find((other) => {
            const type = types[typeOf.get(other)];
            if (!type) return false;
            return [title(type), type.i].some((name) => name.toLowerCase().startsWith(typed.toLowerCase()));
          }));
      }
      event.preventDefault();
    });

    """#
  }
}
