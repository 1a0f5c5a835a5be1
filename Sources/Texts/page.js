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
// As people read them, and devices, which no file is, last.
{
  const device = data.families.indexOf("device");
  const titles = types.map((type) => title(type).toLowerCase());
  const isDevice = (number) => types[number].m === device;
  for (const below of children) {
    below.sort((a, b) => isDevice(a) - isDevice(b)
      || (titles[a] < titles[b] ? -1 : titles[a] > titles[b] ? 1 : a - b));
  }
  roots.sort((a, b) => isDevice(a) - isDevice(b));
}
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
const mostResults = 100;
let family = null;

const searched = types.map((type) => {
  const tags = (type.t || []).flatMap(([name, ...values]) =>
    name === "public.filename-extension" ? values.map((value) => `.${value}`) : values);
  return {
    name: type.i, label: type.i.slice(type.i.lastIndexOf(".") + 1),
    description: title(type).toLowerCase(), tags: tags.map((tag) => tag.toLowerCase()),
    all: [type.i, type.d || "", ...tags, type.l || ""].join("\n").toLowerCase(),
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

/** Whether few letters of a word are wrong, missing, too many or exchanged. */
function resembles(word, other) {
  const most = word.length < 6 ? 1 : 2;
  if (word.length < 3 || Math.abs(word.length - other.length) > most) return false;
  let [before, last] = [[], Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= word.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const differs = word[row - 1] === other[column - 1] ? 0 : 1;
      next[column] = Math.min(last[column] + 1, next[column - 1] + 1, last[column - 1] + differs);
      if (row > 1 && column > 1 && word[row - 1] === other[column - 2] && word[row - 2] === other[column - 1]) {
        next[column] = Math.min(next[column], before[column - 2] + 1);
      }
    }
    if (Math.min(...next) > most) return false;
    [before, last] = [last, next];
  }
  return last[other.length] <= most;
}

/** The words of what is searched, for each word the types with it; made when it is needed first. */
let vocabulary = null;
function wordsOfTypes() {
  if (vocabulary) return vocabulary;
  vocabulary = new Map();
  searched.forEach((entry, number) => {
    for (const word of new Set(entry.all.split(/[^\p{L}\p{N}]+/u))) {
      if (!vocabulary.has(word)) vocabulary.set(word, []);
      vocabulary.get(word).push(number);
    }
  });
  return vocabulary;
}

/** The words that are written almost like those of a query, each with the types that have it. */
function nearWords(words) {
  return words.map((word) => [...wordsOfTypes().keys()].filter((other) => other === word || resembles(word, other)));
}

/** The types that contain every word; if none does, those with almost the same words; the best first. */
function findNear(wanted) {
  const exact = find(wanted);
  const words = wanted.toLowerCase().split(/\s+/).filter((word) => word);
  if (exact.length || !words.length) return { found: exact, words };
  const near = nearWords(words);
  if (near.some((others) => !others.length)) return { found: exact, words };
  const sets = near.map((others) => new Set(others.flatMap((other) => vocabulary.get(other))));
  const found = [...sets[0]].filter((number) => sets.every((set) => set.has(number))
    && (family === null || types[number].m === family));
  const size = (number) => Math.floor(children[number].length / 8);
  found.sort((a, b) => familiar[b] - familiar[a] || size(b) - size(a) || a - b);
  return { found, words: near.flat() };
}

/** The types that contain every word, the best first. */
function find(wanted) {
  const words = wanted.toLowerCase().split(/\s+/).filter((word) => word);
  const whole = words.join(" ");
  const found = [];
  searched.forEach((entry, number) => {
    if (family !== null && types[number].m !== family) return;
    if (words.every((word) => entry.all.includes(word))) {
      const each = words.length > 1 ? words.reduce((sum, word) => sum + distance(entry, word), 0) : 0;
      found.push([whole ? distance(entry, whole) : 0, number, each]);
    }
  });
  // Of equal ones those that files are of, and the names of families, come first; of several words, those
  // that match each word best.
  const size = (number) => Math.floor(children[number].length / 8);
  return found.sort((a, b) => a[0] - b[0] || a[2] - b[2] || familiar[b[1]] - familiar[a[1]]
    || size(b[1]) - size(a[1]) || a[1] - b[1]).map((row) => row[1]);
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
  const { found, words } = findNear(wanted);
  const isExact = words.every((word) => wanted.toLowerCase().includes(word));
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
  const count = `${plural(found.length, "type", "types")} found`;
  message.textContent = !found.length ? "no type found"
    : isExact ? count : `${count} with almost these letters`;
}

/** The identifier, and the tag that was found if it is in neither line. */
function hint(type, words) {
  const visible = `${type.i}\n${type.d || ""}`.toLowerCase();
  const word = words.find((word) => !visible.includes(word));
  if (!word) return type.i;
  const entry = searched[numbers.get(type.i)];
  const tag = entry.tags.find((tag) => tag === word || tag === `.${word}`)
    || entry.tags.find((tag) => tag.includes(word))
    || (type.l || "").split("\n").find((name) => name.toLowerCase().includes(word));
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
const placements = {
  "file": "the file names it", "binding": "chosen", "supertype-binding": "chosen for a supertype",
  "added-association": "added association", "claim": "claims it",
  "opens-as": "claims what it opens as", "tag-claim": "claims a tag",
  "wildcard": "claims everything", "drops": "accepts drops only",
};
const mostChips = 60;
const mostSubtypes = 12;

function link(number) {
  const type = types[number];
  return make("li", {}, make("a", { href: `#${type.i}`, class: `f${type.m}`, "data-type": type.i },
    dot(type), type.i, title(type) === type.i ? null : text(type.d)));
}

/** Links to types; of very many only the first, until the others are asked for. */
function chips(list, field) {
  const most = field === "subtypes" ? mostSubtypes : mostChips;
  const element = make("ul", { class: "chips", "data-field": field },
    list.slice(0, most).map(link));
  if (list.length > most) {
    const more = make("button", { type: "button", class: "more" },
      `${(list.length - most).toLocaleString("en")} more`);
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
    heading("Applications", handlers.length),
    handlers.length ? make("ol", { class: "handlers" }, handlers.map(handler))
      : make("p", { class: "none" }, "No application opens it."),
    ...tags(type),
    ...(above.length ? [heading("Place among the types"), drawing(number)] : []),
    heading("Conforms to", type.p.length),
    type.p.length ? chips(type.p, "parents") : make("p", { class: "none" }, "No other type."),
    ...(above.length > type.p.length
      ? [heading("All supertypes", above.length), chips(above, "supertypes")] : []),
    ...(opened.length ? [heading("Opens as", opened.length), chips(opened, "opens-as")] : []),
    ...(children[number].length
      ? [heading("Subtypes", children[number].length), chips(children[number], "subtypes")] : []),
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
    .sort((a, b) => (a >= counts.length - 2) - (b >= counts.length - 2)
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

/** Whether the message says that the address names no type. */
let missing = false;

/** Shows the type that the address names. */
function follow(isStart) {
  let name = location.hash.slice(1);
  try { name = decodeURIComponent(name); } catch { /* It is no identifier then, and not found. */ }
  const number = numbers.get(name.toLowerCase());
  if (number !== undefined) {
    if (missing) search();
    missing = false;
    go(number);
    const element = reveal(number);
    if (element && isStart) element.firstElementChild.scrollIntoView({ block: "center" });
    else if (element) element.firstElementChild.scrollIntoView({ block: "nearest" });
    return;
  }
  selected = null;
  overview();
  missing = name !== "";
  if (missing) message.textContent = `no type '${shown(name)}'`;
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

// The type that most others conform to, and the types of data below it.
if (tree.firstElementChild) unfold(tree.firstElementChild);
{
  const data = tree.querySelector("[data-type='public.data']");
  if (data) unfold(data);
}
search();
if (location.hash === "" && data.start) history.replaceState(null, "", `#${data.start}`);
follow(true);
})();
