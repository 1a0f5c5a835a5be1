// SPDX-License-Identifier: MIT

/// The elements of the page that its script fills.
enum PageBody {
  static var text: StaticString {
    #"""
    <body data-view="list">
    <a class="skip" href="#card">Skip to the type</a>
    <header>
    <h1>Types</h1>
    <div class="finder">
    <input id="query" type="search" autocomplete="off" spellcheck="false" aria-label="Search types"
      placeholder="Search: png, audio, text/html, public.…" aria-controls="results">
    <kbd aria-hidden="true">/</kbd>
    </div>
    <p id="message" role="status" aria-live="polite"></p>
    </header>
    <main>
    <nav aria-label="Types">
    <div id="families" role="group" aria-label="Families"></div>
    <ul id="results" role="listbox" aria-label="Types found" hidden></ul>
    <ul id="tree" role="tree" aria-label="Types by supertype"></ul>
    </nav>
    <section id="card" tabindex="-1" aria-label="Type"></section>
    </main>
    <noscript><p>This page needs its script to show the types.</p></noscript>

    """#
  }
}
