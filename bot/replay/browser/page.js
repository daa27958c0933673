"use strict";
// Everything that is said comes as text: nothing here writes markup.
const data = JSON.parse(document.getElementById("data").textContent);
const at = (id) => document.getElementById(id);
const last = data.steps.length;
const drawn = Math.max(...data.drawings.flat()) + 1;
let language = data.languages.findIndex((code) => navigator.language.startsWith(code));
if (language < 0) language = data.languages.indexOf("en");
let place = 1;
let eyes = "";

const said = (number) => data.texts[number][language];
const label = (name) => said(data.labels[name]);

function made(tag, kind, text) {
  const element = document.createElement(tag);
  if (kind) element.className = kind;
  if (text !== undefined) element.textContent = text;
  return element;
}

function shownFace([card, mark, caption]) {
  const face = made("div", ["face", mark, caption === null ? "" : "told"].filter(Boolean).join(" "));
  const picture = made("div", "card");
  const lines = Math.ceil(drawn / data.line), drawing = data.drawings[card][language];
  const across = data.line > 1 ? (drawing % data.line) / (data.line - 1) : 0;
  const down = lines > 1 ? Math.floor(drawing / data.line) / (lines - 1) : 0;
  picture.style.backgroundSize = `${data.line * 100}% ${lines * 100}%`;
  picture.style.backgroundPosition = `${across * 100}% ${down * 100}%`;
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", said(data.cards[card]));
  face.append(picture);
  if (caption !== null) face.append(made("span", "", said(caption)));
  return face;
}

function shownRow(number, kind) {
  const row = data.rows[number];
  const panel = made("section", ["row", row.is, kind].filter(Boolean).join(" "));
  const title = made("div", "label");
  title.append(made("b", "", said(row.title)));
  if (row.note !== null) title.append(made("span", "", said(row.note)));
  panel.append(title);
  if (row.groups.length) {
    const cards = made("div", "cards");
    for (const group of row.groups) {
      const together = made("div", "group");
      together.append(...group.map(shownFace));
      cards.append(together);
    }
    panel.append(cards);
  }
  if (row.chips.length) {
    const chips = made("div", "chips");
    for (const [text, mark] of row.chips) chips.append(made("span", `chip ${mark}`.trim(), said(text)));
    panel.append(chips);
  }
  return panel;
}

const named = (stop) => stop[1].map(said).join(" · ");

function show() {
  const step = data.steps[place - 1];
  const chapter = data.chapters.filter(([number]) => number <= place).pop();
  at("position").className = step.moment ? "moment" : "";
  at("chapter").textContent = chapter ? named(chapter) : "";
  at("headline").textContent = said(step.head);
  at("line").textContent = step.line === null ? "" : said(step.line);
  // An open hand is in its seat's row, which stays in its place.
  const open = new Map(step.hands.map((row, seat) => [seat, row]).filter(
    ([seat, row]) => row !== null && (eyes === "all" || eyes === String(seat))));
  const rows = step.rows.map((row) => {
    const seat = data.rows[row].seat, hand = seat === null ? undefined : open.get(seat);
    if (hand !== undefined) open.delete(seat);
    return hand === undefined ? shownRow(row, "") : shownRow(hand, "hand");
  });
  at("board").replaceChildren(...rows, ...[...open.values()].map((hand) => shownRow(hand, "hand")));
  at("news").replaceChildren(...step.news.map((text) => made("li", "", said(text))));
  const ended = place === last ? data.result : [];
  at("result").replaceChildren(...ended.map((text) => made("li", "", said(text))));
  at("place").textContent = `${place} / ${last}`;
  at("slider").value = place;
  at("slider").setAttribute("aria-valuetext", said(step.head));
  at("first").disabled = at("back").disabled = place <= 1;
  at("end").disabled = at("forward").disabled = place >= last;
  // The page never becomes lower, so that it does not jump under the reader's finger.
  const main = at("position");
  main.style.minHeight = `${Math.ceil(main.getBoundingClientRect().height)}px`;
  at("before").disabled = turned(-1) === undefined;
  at("after").disabled = turned(1) === undefined;
}

// The nearest turning point before or after this place: the end of a trick, a battle or a round.
function turned(way) {
  const numbers = data.turns.map(([number]) => number);
  return way < 0 ? numbers.filter((one) => one < place).pop() : numbers.find((one) => one > place);
}

function go(number) {
  place = Math.max(1, Math.min(last, number));
  show();
}

function option(value, text) {
  const choice = made("option", "", text);
  choice.value = value;
  return choice;
}

function speak() {
  const other = (language + 1) % data.languages.length;
  document.documentElement.lang = data.languages[language];
  at("game").textContent = said(data.game);
  at("language").textContent = data.texts[data.labels.language][other];
  at("language").lang = data.languages[other];
  at("hint").textContent = label("hint");
  for (const way of Object.keys(ways)) {
    at(way).setAttribute("aria-label", label(way));
    at(way).title = label(way);
  }
  at("slider").setAttribute("aria-label", label("place"));
  at("eyes").setAttribute("aria-label", label("eyes"));
  at("eyes").replaceChildren(
    option("", label("spectator")), option("all", label("everybody")),
    ...data.names.map((name, seat) => option(String(seat), `${label("cards")} ${said(name)}`)));
  at("eyes").value = eyes;
  const choices = [option("", label("chapters"))];
  for (const kind of ["chapters", "turns"]) {
    if (data[kind].length < 2) continue;
    const group = document.createElement("optgroup");
    group.label = label(kind);
    group.append(...data[kind].map((stop) => option(String(stop[0]), `${stop[0]}: ${named(stop)}`)));
    choices.push(group);
  }
  at("jump").replaceChildren(...choices);
  at("jump").setAttribute("aria-label", label("chapters"));
  show();
}

const ways = {
  first: () => go(1), before: () => go(turned(-1) ?? place), back: () => go(place - 1),
  forward: () => go(place + 1), after: () => go(turned(1) ?? place), end: () => go(last),
};
for (const way of Object.keys(ways)) at(way).addEventListener("click", ways[way]);
at("slider").max = last;
at("slider").addEventListener("input", () => go(Number(at("slider").value)));
at("eyes").addEventListener("change", () => { eyes = at("eyes").value; show(); });
at("jump").addEventListener("change", () => {
  if (at("jump").value) go(Number(at("jump").value));
  at("jump").value = "";
});
at("language").addEventListener("click", () => {
  language = (language + 1) % data.languages.length;
  speak();
});
const keys = {
  ArrowLeft: "back", ArrowRight: "forward", PageUp: "before", PageDown: "after", Home: "first", End: "end",
};
document.addEventListener("keydown", (event) => {
  const isTyped = event.target instanceof HTMLSelectElement || event.target instanceof HTMLInputElement;
  if (!(event.key in keys) || isTyped || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  ways[keys[event.key]]();
});
let touch = null;
at("position").addEventListener("touchstart", (event) => { touch = event.touches[0]; }, { passive: true });
at("position").addEventListener("touchend", (event) => {
  if (touch === null) return;
  const across = event.changedTouches[0].clientX - touch.clientX;
  const down = event.changedTouches[0].clientY - touch.clientY;
  touch = null;
  if (Math.abs(across) > 50 && Math.abs(across) > 2 * Math.abs(down)) go(place + (across < 0 ? 1 : -1));
});
speak();
