// SPDX-License-Identifier: MIT

extension PageScript {
  /// Selecting a type, by the page's address too, and the beginning.
  static var start: StaticString {
    #"""
    /** Selects a type; the card gets the focus if `focuses`. */
    function go(number, focuses = false) {
      const address = `#${types[number].i}`;
      selected = number;
      if (location.hash !== address) history.pushState(null, "", address);
      show(number);
      reveal(number);
      for (const option of results.querySelectorAll("[role=option]")) {
        option.setAttribute("aria-selected", String(option.dataset.type === types[number].i));
      }
      document.body.dataset.view = "card";
      if (focuses) card.querySelector("h2").focus();
    }

    /** Back to the list, with the focus where it was. */
    function back() {
      document.body.dataset.view = "list";
      if (!results.hidden) {
        focusOption(results.querySelector("[aria-selected=true]")
          || results.querySelector("[role=option]") || query);
      } else {
        focusItem(tree.querySelector("[aria-selected=true]") || tree.querySelector("[tabindex='0']"));
      }
    }

    /** Shows the type that the address names. */
    function follow(isStart) {
      let name = location.hash.slice(1);
      try { name = decodeURIComponent(name); } catch { /* It is no identifier then, and not found. */ }
      const number = numbers.get(name.toLowerCase());
      if (number !== undefined) {
        go(number);
        const element = reveal(number);
        if (element && isStart) element.firstElementChild.scrollIntoView({ block: "center" });
        else if (element) element.firstElementChild.scrollIntoView({ block: "nearest" });
        return;
      }
      selected = null;
      overview();
      if (name !== "") message.textContent = `no type '${shown(name)}'`;
    }

    window.addEventListener("popstate", () => follow(false));
    window.addEventListener("hashchange", () => follow(false));
    document.addEventListener("keydown", (event) => {
      const isWriting = document.activeElement === query;
      if (event.key === "/" && !isWriting && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        document.body.dataset.view = "list";
        query.focus();
        query.select();
      } else if (event.key === "Escape" && card.contains(document.activeElement)) {
        event.preventDefault();
        back();
      }
    });

    document.querySelector(".skip").addEventListener("click", (event) => {
      event.preventDefault();
      card.focus();
    });

    // The type that most others conform to.
    if (tree.firstElementChild) unfold(tree.firstElementChild);
    search();
    if (location.hash === "" && data.start) history.replaceState(null, "", `#${data.start}`);
    follow(true);
    })();

    """#
  }
}
