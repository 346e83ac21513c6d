// timeline.js - what each thread did when: calls, messages, collective functions, and
// what was waited for.
//
// SPDX-License-Identifier: Apache-2.0
//
// The data is JSON in the page, see trace-html.c.  Only what is on the screen is drawn,
// and of calls narrower than a pixel the longest of each pixel, which is known by blocks of
// calls: so a million calls take no longer than what can be seen of them.

"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const $ = id => document.getElementById(id);
const canvas = $("canvas"), context = canvas.getContext("2d"), view = $("view");

const LINE = 16, GAP = 10, AXIS = 26, NAMES = 150, MOST_ARROWS = 2000, BLOCK = 16;
const kinds = { function: "functions", send: "sending", receive: "receiving, completing",
  meeting: "collective", barrier: "barriers of teams", lock: "locks", memory: "memory",
  device: "devices", setup: "start and end", event: "other events" };

// ---- Numbers

// What is in TEXT, see trace-html.c.
function decode(text) {
  const bytes = Uint8Array.from(atob(text), c => c.charCodeAt(0));
  const numbers = [];
  for (let i = 0; i < bytes.length;) {
    let value = 0, scale = 1;
    for (; bytes[i] > 127; scale *= 128) value += (bytes[i++] & 127) * scale;
    numbers.push(value + bytes[i++] * scale);
  }
  return numbers;
}

const units = [[1e9, "s"], [1e6, "ms"], [1e3, "\u00b5s"], [1, "ns"]];

function timeText(ns) {
  const [size, unit] = units.find(u => Math.abs(ns) >= u[0] * 0.9995) || units[3];
  const x = ns / size;
  return (Math.abs(x) < 9.995 && size > 1 ? x.toFixed(2)
    : Math.abs(x) < 99.95 && size > 1 ? x.toFixed(1) : x.toFixed(0)) + "\u202f" + unit;
}

function bytesText(bytes) {
  let i = 0;
  for (; bytes >= 1024 && i < 4; i++) bytes /= 1024;
  return (i ? bytes.toFixed(1) : bytes) + "\u202f" + ["B", "KiB", "MiB", "GiB", "TiB"][i];
}

// ---- Calls, messages and meetings

// The CALLS of ROW at one depth: their numbers and ends; and, of each block of them, when
// the last one ends, which is the longest and how long that is.
function levelOf(row, calls) {
  const blocks = Math.ceil(calls.length / BLOCK), length = calls.length;
  const level = { length, calls: Uint32Array.from(calls), end: new Float64Array(length),
    blockEnd: new Float64Array(blocks), longest: new Uint32Array(blocks),
    most: new Float64Array(blocks).fill(-1) };
  for (let i = 0; i < length; i++) {
    const call = level.calls[i], block = Math.floor(i / BLOCK);
    const took = row.end[call] - row.begin[call];
    level.end[i] = level.blockEnd[block] = row.end[call];
    if (took > level.most[block]) { level.most[block] = took; level.longest[block] = call; }
  }
  return level;
}

// A row's calls in typed arrays, and for each depth those there.
function readRow({ name, calls, hosts }) {
  const numbers = decode(calls), count = numbers.length / 4;
  const row = { name, count, begin: new Float64Array(count), end: new Float64Array(count),
    place: new Uint32Array(count), depth: new Uint16Array(count), levels: [],
    messages: new Map(), waits: new Map(), hasWait: new Uint8Array(count) };
  let at = 0;
  for (let i = 0, j = 0; i < count; i++, j += 4) {
    row.begin[i] = at += numbers[j];
    row.end[i] = at + numbers[j + 1];
    row.place[i] = numbers[j + 2];
    const depth = row.depth[i] = numbers[j + 3];
    while (row.levels.length <= depth) row.levels.push([]);
    row.levels[depth].push(i);
  }
  row.levels = row.levels.map(calls => levelOf(row, calls));
  row.hosts = hosts ? decode(hosts) : null;
  return row;
}

const rows = data.rows.map(readRow);
// By rank and thread, whatever the processes' numbers are.
const order = rows.map((r, i) => i)
  .sort((a, b) => rows[a].name.localeCompare(rows[b].name, "en", { numeric: true }));
const rank = [];
order.forEach((row, i) => { rank[row] = i; });
const kindOf = (row, call) => data.places[row.place[call]][2];

function readMessages() {
  const numbers = decode(data.messages), list = [];
  let at = 0;
  for (let i = 0; i < numbers.length; i += 8) {
    const [from, call, to, toCall, gap, took, bytes, tag] = numbers.slice(i, i + 8);
    at += gap;
    list.push({ from, call, to, toCall, sent: at, received: at + took, bytes, tag });
  }
  return list;
}

function readMeetings() {
  const numbers = decode(data.meetings), list = [];
  for (let i = 0; i < numbers.length;) {
    const calls = [];
    for (let n = numbers[i++]; n > 0; n--, i += 2)
      calls.push({ row: numbers[i], call: numbers[i + 1] });
    calls.sort((a, b) => rank[a.row] - rank[b.row]);
    calls.begin = Math.min(...calls.map(c => rows[c.row].begin[c.call]));
    calls.end = Math.max(...calls.map(c => rows[c.row].end[c.call]));
    list.push(calls);
  }
  return list;
}

// For rows, by call: what it has to do with files, in words.
function readFiles() {
  const numbers = decode(data.io), words = rows.map(() => new Map());
  for (let i = 0; i < numbers.length; i += 5) {
    const [row, call, file, bytes, isOver] = numbers.slice(i, i + 5);
    const name = data.places[rows[row].place[call]][0], path = data.files[file];
    const list = words[row].get(call) || [];
    words[row].set(call, list);
    list.push(isOver ? bytesText(bytes) + " of " + path + " complete"
      : /read/.test(name) ? "reads " + bytesText(bytes) + " from " + path
      : /write/.test(name) ? "writes " + bytesText(bytes) + " to " + path : "file " + path);
  }
  return words;
}

const messages = readMessages(), meetings = readMeetings(), files = readFiles();
const longestMessage = messages.reduce((m, x) => Math.max(m, x.received - x.sent), 0);

function noteWait(row, call, until, why) {
  const last = row.waits.get(call);
  const end = Math.min(until, row.end[call]);
  if (end > row.begin[call] && (!last || last.until < end))
    { row.waits.set(call, { until: end, why }); row.hasWait[call] = 1; }
}

// What was waited for: a sender who had not begun, a receiver who had not, and whoever came
// last to a collective function.
function findWaits() {
  for (const m of messages) {
    const from = rows[m.from], to = rows[m.to];
    (from.messages.get(m.call) || from.messages.set(m.call, []).get(m.call)).push(m);
    (to.messages.get(m.toCall) || to.messages.set(m.toCall, []).get(m.toCall)).push(m);
    const sends = from.begin[m.call], receives = to.begin[m.toCall];
    if (sends > receives) noteWait(to, m.toCall, sends, from.name + " to send");
    else if (from.end[m.call] > receives)
      noteWait(from, m.call, receives, to.name + " to receive");
  }
  for (const calls of meetings) {
    const last = calls.reduce((a, b) =>
      rows[b.row].begin[b.call] > rows[a.row].begin[a.call] ? b : a);
    const until = rows[last.row].begin[last.call];
    for (const c of calls)
      if (c !== last) noteWait(rows[c.row], c.call, until, rows[last.row].name);
  }
}
findWaits();

// ---- What is on show

let from = 0, span = data.span * 1.02 || 1, scroll = 0, selected = null, hovered = null;
let width = 0, height = 0, matches = null, colours = {}, planned = false;

const x = time => NAMES + (time - from) / span * (width - NAMES);
const timeAt = pixel => from + (pixel - NAMES) / (width - NAMES) * span;
const linesOf = row => $("flat").checked ? 1 : Math.max(1, row.levels.length);
const lineOf = (row, depth) => $("flat").checked ? 0 : depth;

// Where each row begins, in the order of ORDER; and the end.
function tops() {
  const list = [];
  let y = AXIS + GAP - scroll;
  for (const i of order) { list.push(y); y += linesOf(rows[i]) * LINE + GAP; }
  list.push(y);
  return list;
}

function plan() {
  if (!planned) requestAnimationFrame(() => { planned = false; draw(); });
  planned = true;
}

function show(begin, length) {
  span = Math.min(Math.max(length, 20), data.span * 1.02 || 1);
  from = Math.max(-span * 0.02, Math.min(begin, data.span * 1.02 - span));
  history.replaceState(null, "", "#" + Math.round(from) + "+" + Math.round(span));
  plan();
}

function zoom(factor, pixel) {
  const at = timeAt(pixel === undefined ? (width + NAMES) / 2 : pixel);
  show(at - (at - from) * factor, span * factor);
}

// ---- Drawing

// Returns the number of the first of the sorted TIMES from LOW on that is after TIME.
function firstAfter(times, time, low, high) {
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] > time) high = middle;
    else low = middle + 1;
  }
  return low;
}

// The first call of LEVEL that ends after TIME, from LOW on: at one depth, calls do not
// overlap.
function firstBehind(level, time, low = 0) {
  const ends = level.blockEnd;
  let first = Math.floor(low / BLOCK), last = first;
  for (let step = 1; last < ends.length && ends[last] <= time; step *= 2) {
    first = last + 1;
    last += step;
  }
  const block = firstAfter(ends, time, first, Math.min(last, ends.length)) * BLOCK;
  return firstAfter(level.end, time, Math.min(level.length, Math.max(low, block)),
                    Math.min(level.length, block + BLOCK));
}

const isFaint = (row, call) => matches && !matches[row.place[call]];

function fillCall(row, call, left, right, y) {
  fillBox(kindOf(row, call), isFaint(row, call), left,
          Math.max(1, right - left - (right - left > 3 ? 1 : 0)), y);
  const wait = row.waits.get(call);
  if (wait && !isFaint(row, call))
    fillWait(left, Math.max(1, Math.min(right, x(wait.until)) - left), y);
}

function fillBox(kind, isFaint, left, wide, y) {
  context.globalAlpha = isFaint ? 0.22 : 1;
  context.fillStyle = colours[kind];
  context.fillRect(left, y, wide, LINE - 1);
  context.globalAlpha = 1;
}

function fillWait(left, wide, y) {
  context.fillStyle = `rgba(${colours.waiting}, .5)`;
  context.fillRect(left, y + LINE - 6, wide, 5);
}

// ---- Calls narrower than a pixel.  For each level, a row of pixels, and one of waiting,
// which are stretched to its height in the end: few colours, but many calls.

const strips = { canvas: document.createElement("canvas"), image: null, bits: null, list: [] };

function beginStrips(levels) {
  const { canvas, image } = strips, wide = Math.max(1, Math.ceil(width));
  const high = 2 * Math.max(1, levels);
  strips.list = [];
  if (image && image.width === wide && image.height === high) {
    image.data.fill(0);
    return;
  }
  strips.image = new ImageData(wide, high);
  strips.bits = new DataView(strips.image.data.buffer);
  canvas.width = wide;
  canvas.height = high;
}

// Sets the pixel of CALL in the latest row.
function setPixel(row, call, pixel) {
  const number = strips.list.length - 1, wide = strips.image.width;
  const at = 4 * (2 * number * wide + pixel), faint = isFaint(row, call);
  strips.bits.setUint32(at, colours.ofPlaces[row.place[call]] | (faint ? 56 : 255));
  strips.list[number].isUsed = true;
  if (faint || !row.hasWait[call]) return;
  strips.bits.setUint32(at + 4 * wide, colours.waitingBits | 128);
  strips.list[number].waits = true;
}

function drawStrips() {
  const { canvas, image, list } = strips, wide = image.width;
  if (!list.some(strip => strip.isUsed)) return;
  canvas.getContext("2d").putImageData(image, 0, 0);
  context.imageSmoothingEnabled = false;
  list.forEach(({ y, isUsed, waits }, i) => {
    if (isUsed) context.drawImage(canvas, 0, 2 * i, wide, 1, 0, y, wide, LINE - 1);
    if (waits) context.drawImage(canvas, 0, 2 * i + 1, wide, 1, 0, y + LINE - 6, wide, 5);
  });
}

function nameCall(row, call, left, right, y) {
  if (right - left < 34) return;
  context.fillStyle = colours.text;
  const name = data.places[row.place[call]][0];
  const fits = Math.floor((right - left - 8) / 6.6);
  context.fillText(name.length <= fits ? name : name.slice(0, fits - 1) + "\u2026",
                   left + 4, y + 11.5);
}

// The longest of some calls that share a pixel stands for all of them; where they are
// many, that of the blocks that they are in.
function longestOf(row, level, begin, end) {
  let best = level.calls[begin], most = row.end[best] - row.begin[best];
  if (end - begin > BLOCK) {
    for (let i = Math.floor(begin / BLOCK); i * BLOCK < end; i++)
      if (level.most[i] > most) { most = level.most[i]; best = level.longest[i]; }
    return best;
  }
  for (let i = begin + 1; i < end; i++) {
    const call = level.calls[i], took = row.end[call] - row.begin[call];
    if (took > most) { most = took; best = call; }
  }
  return best;
}

function drawLevel(row, level, y) {
  const until = from + span, scale = (width - NAMES) / span;
  strips.list.push({ y, isUsed: false, waits: false });
  for (let i = firstBehind(level, from); i < level.length
       && row.begin[level.calls[i]] < until;) {
    const call = level.calls[i];
    const left = Math.max(NAMES, NAMES + (row.begin[call] - from) * scale);
    const right = Math.min(width, NAMES + (level.end[i] - from) * scale);
    if (right - left >= 1.5) {
      fillCall(row, call, left, right, y);
      nameCall(row, call, left, right, y);
      i++;
    } else {
      const pixel = Math.floor(left);
      const next = Math.max(i + 1, firstBehind(level, timeAt(pixel + 1), i));
      if (pixel < strips.image.width) setPixel(row, longestOf(row, level, i, next), pixel);
      i = next;
    }
  }
}

// A band joins the calls of one collective function.
function drawMeetings(top) {
  let drawn = 0;
  for (const calls of meetings) {
    if (calls.end < from || calls.begin > from + span || x(calls.end) - x(calls.begin) < 2)
      continue;
    if (++drawn > 400) return;
    const points = side => calls.map(c => [x(rows[c.row][side][c.call]),
      top[rank[c.row]] + lineOf(rows[c.row], rows[c.row].depth[c.call]) * LINE]);
    context.beginPath();
    points("begin").forEach(([px, py]) => { context.lineTo(px, py);
                                            context.lineTo(px, py + LINE - 1); });
    points("end").reverse().forEach(([px, py]) => { context.lineTo(px, py + LINE - 1);
                                                    context.lineTo(px, py); });
    context.closePath();
    context.globalAlpha = 0.16;
    context.fillStyle = colours.meeting;
    context.fill();
    context.globalAlpha = 1;
  }
}

function arrowEnds(m, top) {
  const at = (row, call, time) => [x(time), top[rank[row]] + LINE / 2
    + lineOf(rows[row], rows[row].depth[call]) * LINE];
  return [...at(m.from, m.call, m.sent), ...at(m.to, m.toCall, m.received)];
}

// Draws arrows for the messages of LIST: all lines, and then all points.
function drawArrows(list, top, isStrong) {
  const size = isStrong ? 8 : 6, ends = list.map(m => arrowEnds(m, top));
  context.strokeStyle = context.fillStyle = isStrong ? colours.accent : colours.text;
  context.globalAlpha = isStrong ? 1 : 0.55;
  context.lineWidth = isStrong ? 2 : 1;
  context.beginPath();
  for (const [x0, y0, x1, y1] of ends) {
    context.moveTo(x0, y0);
    context.lineTo(x1, y1);
  }
  context.stroke();
  context.beginPath();
  for (const [x0, y0, x1, y1] of ends) {
    const angle = Math.atan2(y1 - y0, x1 - x0);
    context.moveTo(x1, y1);
    for (const turn of [0.4, -0.4])
      context.lineTo(x1 - size * Math.cos(angle + turn), y1 - size * Math.sin(angle + turn));
  }
  context.fill();
  context.globalAlpha = 1;
}

// Returns the number of the first message that is sent after TIME.
function firstSent(time) {
  let low = 0, high = messages.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (messages[middle].sent > time) high = middle;
    else low = middle + 1;
  }
  return low;
}

// The messages on show: there may be too many to be told apart.
function drawMessages(top) {
  const low = firstSent(from - longestMessage), high = firstSent(from + span);
  const step = Math.ceil((high - low) / MOST_ARROWS) || 1, shown = [];
  for (let i = low; i < high; i += step)
    if (messages[i].received > from) shown.push(messages[i]);
  drawArrows(shown, top, false);
}

function drawAxis() {
  context.fillStyle = colours.page;
  context.fillRect(0, 0, width, AXIS);
  const least = span / (width - NAMES) * 90;
  const power = Math.pow(10, Math.floor(Math.log10(least)));
  const step = [1, 2, 5, 10].map(f => f * power).find(s => s >= least);
  context.textAlign = "center";
  for (let t = Math.ceil(from / step) * step; t < from + span; t += step) {
    if (x(t) < NAMES) continue;
    context.fillStyle = colours.line;
    context.fillRect(Math.round(x(t)), AXIS - 6, 1, height);
    context.fillStyle = colours.dim;
    context.fillText(tickText(Math.round(t), step), x(t), 14);
  }
  context.textAlign = "left";
}

// As many digits as tell ticks a STEP apart from one another.
function tickText(time, step) {
  const [size, unit] = units.find(u => time >= u[0]) || units[3];
  const digits = Math.max(0, Math.ceil(Math.log10(size / step) - 1e-9));
  return (time / size).toFixed(digits) + "\u202f" + unit;
}

function drawNames(top) {
  context.fillStyle = colours.page;
  context.fillRect(0, AXIS, NAMES, height);
  context.fillStyle = colours.text;
  order.forEach((i, at) => {
    if (top[at] < height && top[at + 1] > AXIS)
      context.fillText(rows[i].name.length > 22 ? rows[i].name.slice(0, 21) + "\u2026"
                                                : rows[i].name, 12, top[at] + 11.5);
  });
}

function outline(where, top, colour) {
  if (!where) return;
  const row = rows[where.row];
  const y = top[order.indexOf(where.row)] + lineOf(row, row.depth[where.call]) * LINE;
  const left = Math.max(NAMES, x(row.begin[where.call]));
  context.strokeStyle = colour;
  context.lineWidth = 2;
  context.strokeRect(left, y, Math.max(2, x(row.end[where.call]) - left), LINE - 1);
}

function readColours() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ["page", "line", "text", "dim", "accent", "waiting",
                      ...Object.keys(kinds)])
    colours[name] = style.getPropertyValue("--" + name).trim();
  // Red, green, blue and 0, as bytes.
  const bits = colour => {
    context.fillStyle = colour;
    return parseInt(context.fillStyle.slice(1) + "00", 16);
  };
  colours.waitingBits = bits(`rgb(${colours.waiting})`);
  colours.ofPlaces = Uint32Array.from(data.places, place => bits(colours[place[2]]));
}

function draw() {
  const ratio = devicePixelRatio || 1;
  width = view.clientWidth;
  height = view.clientHeight;
  if (canvas.width !== Math.round(width * ratio)
      || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    canvas.style.width = width + "px";
    canvas.style.height = height + "px";
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.font = "12px system-ui, sans-serif";
  context.fillStyle = colours.page;
  context.fillRect(0, 0, width, height);
  const end = tops()[order.length] + scroll;
  scroll = Math.max(0, Math.min(scroll, end - height));
  const top = tops();
  drawAxis();
  context.save();
  context.beginPath();
  context.rect(NAMES, AXIS, width, height);
  context.clip();
  drawMeetings(top);
  const shown = order.filter((i, at) => top[at] < height && top[at + 1] > AXIS);
  beginStrips(shown.reduce((sum, i) => sum + rows[i].levels.length, 0));
  shown.forEach(i => rows[i].levels.forEach((level, depth) =>
    drawLevel(rows[i], level, top[rank[i]] + lineOf(rows[i], depth) * LINE)));
  drawStrips();
  if ($("arrows").checked) drawMessages(top);
  outline(hovered, top, colours.dim);
  outline(selected, top, colours.accent);
  if (selected)
    drawArrows(rows[selected.row].messages.get(selected.call) || [], top, true);
  context.restore();
  drawNames(top);
}

// ---- Calls in words

function callAt(px, py) {
  const top = tops(), at = order.findIndex((r, i) => py >= top[i] && py < top[i + 1]);
  if (at < 0 || px < NAMES || py < AXIS) return null;
  const row = rows[order[at]], line = Math.floor((py - top[at]) / LINE);
  const depths = $("flat").checked ? row.levels.map((l, d) => d).reverse() : [line];
  for (const depth of depths) {
    const level = row.levels[depth];
    if (!level) continue;
    const i = firstBehind(level, timeAt(px - 1));
    if (i < level.length && row.begin[level.calls[i]] <= timeAt(px + 1))
      return { row: order[at], call: level.calls[i] };
  }
  return null;
}

// The call of a thread that the device's at WHERE is for; null if WHERE is no device's.
function hostOf({ row, call }) {
  const hosts = rows[row].hosts;
  return hosts && hosts[3 * call + 1]
    ? { row: hosts[3 * call], call: hosts[3 * call + 1] - 1 } : null;
}

// What is to be said of the call at WHERE: lines of text.
function describe({ row: number, call }) {
  const row = rows[number], [name, where] = data.places[row.place[call]];
  const wait = row.waits.get(call);
  const lines = [name + (where ? "  " + where : ""),
    `${timeText(row.end[call] - row.begin[call])} from ${timeText(row.begin[call])}, `
      + row.name];
  const host = hostOf({ row: number, call });
  if (row.hosts && row.hosts[3 * call + 2])
    lines.push(bytesText(row.hosts[3 * call + 2]));
  if (host)
    lines.push("for " + data.places[rows[host.row].place[host.call]][0] + " in "
      + rows[host.row].name);
  if (wait)
    lines.push(`waits ${timeText(wait.until - row.begin[call])} for ${wait.why}`);
  lines.push(...(files[number].get(call) || []).slice(0, 6));
  for (const m of (row.messages.get(call) || []).slice(0, 6))
    lines.push((m.from === number && m.call === call ? "sends " : "receives ")
      + bytesText(m.bytes) + (m.from === number && m.call === call
        ? " to " + rows[m.to].name : " from " + rows[m.from].name) + ", tag " + m.tag);
  return lines;
}

function select(where) {
  selected = where;
  $("selected").textContent = where ? describe(where).join("; ") : "";
  plan();
}

function showTip(event) {
  hovered = callAt(event.offsetX, event.offsetY);
  const tip = $("tip");
  tip.hidden = !hovered;
  if (hovered) {
    tip.replaceChildren(...describe(hovered).map((line, i) => {
      const p = document.createElement("p");
      p.textContent = line;
      if (i) p.className = "dim";
      return p;
    }));
    tip.style.left = Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8) + "px";
    tip.style.top = Math.min(event.clientY + 14, innerHeight - tip.offsetHeight - 8) + "px";
  }
  plan();
}

// Moves so that the call at WHERE can be seen.
function reveal(where) {
  const row = rows[where.row], begin = row.begin[where.call], end = row.end[where.call];
  if (end < from || begin > from + span) show((begin + end - span) / 2, span);
  const at = order.indexOf(where.row), y = tops()[at] + row.depth[where.call] * LINE;
  if (y < AXIS || y + LINE > height) scroll += y - height / 2;
  select(where);
}

// ---- Moving

// The call that is STEP from the selected one, along its line or up and down.
function neighbour(step, turn) {
  const row = rows[selected.row], call = selected.call;
  if (step) {
    const level = row.levels[row.depth[call]].calls;
    const next = level[level.indexOf(call) + step];
    return next === undefined ? null : { row: selected.row, call: next };
  }
  const level = row.levels[row.depth[call] + turn];
  const time = turn < 0 ? row.begin[call] : row.begin[call] - 1;
  const i = level ? firstBehind(level, time) : 0;
  return level && i < level.length && row.begin[level.calls[i]] <= row.end[call]
    ? { row: selected.row, call: level.calls[i] } : null;
}

function followMessage() {
  const host = selected && hostOf(selected);
  if (host) { reveal(host); return; }
  const list = selected ? rows[selected.row].messages.get(selected.call) : null;
  if (!list) return;
  const m = list[0], isSender = m.from === selected.row && m.call === selected.call;
  reveal(isSender ? { row: m.to, call: m.toCall } : { row: m.from, call: m.call });
}

// The next call found after the selected one, or what is on show, in any row.
function nextFound() {
  if (!matches) return;
  const after = selected ? rows[selected.row].begin[selected.call] : from;
  let best = null, least = Infinity;
  for (const number of order) {
    const row = rows[number];
    for (let i = 0; i < row.count; i++)
      if (matches[row.place[i]] && row.begin[i] > after && row.begin[i] < least) {
        least = row.begin[i];
        best = { row: number, call: i };
      }
  }
  if (best) reveal(best);
}

function search() {
  const text = $("search").value.toLowerCase();
  matches = text ? data.places.map(p => (p[0] + " " + p[1]).toLowerCase().includes(text))
                 : null;
  let calls = 0, time = 0;
  if (matches)
    for (const row of rows)
      for (let i = 0; i < row.count; i++)
        if (matches[row.place[i]]) { calls++; time += row.end[i] - row.begin[i]; }
  $("found").textContent = matches
    ? `${calls.toLocaleString("en")} calls, ${timeText(time)}` : "";
  plan();
}

const keys = {
  w: () => zoom(0.7), s: () => zoom(1.43), "+": () => zoom(0.7), "-": () => zoom(1.43),
  a: () => show(from - span / 5, span), d: () => show(from + span / 5, span),
  0: () => show(0, data.span * 1.02), Home: () => show(0, data.span * 1.02),
  f: () => selected && show(
    rows[selected.row].begin[selected.call]
      - (rows[selected.row].end[selected.call] - rows[selected.row].begin[selected.call]) / 10,
    (rows[selected.row].end[selected.call] - rows[selected.row].begin[selected.call]) * 1.2),
  m: followMessage, n: nextFound, "/": () => $("search").focus(),
  Escape: () => { $("search").blur(); select(null); },
  ArrowLeft: () => go(-1, 0), ArrowRight: () => go(1, 0),
  ArrowUp: () => go(0, -1), ArrowDown: () => go(0, 1)
};

function go(step, turn) {
  const next = selected && neighbour(step, turn);
  if (next) reveal(next);
}

function pressed(event) {
  const inField = event.target.tagName === "INPUT" && event.target.type === "search";
  if (event.ctrlKey || event.altKey || event.metaKey
      || (inField && event.key !== "Escape" && event.key !== "Enter")) return;
  if (inField && event.key === "Enter") { nextFound(); return; }
  const action = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!action) return;
  event.preventDefault();
  action();
}

function wheel(event) {
  event.preventDefault();
  if (event.ctrlKey || event.metaKey) zoom(Math.exp(event.deltaY * 0.002), event.offsetX);
  else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY))
    show(from + (event.deltaX || event.deltaY) / (width - NAMES) * span, span);
  else { scroll += event.deltaY; plan(); }
}

let dragged = null;

function moved(event) {
  if (!dragged) { showTip(event); return; }
  dragged.far = dragged.far || Math.abs(event.clientX - dragged.x)
    + Math.abs(event.clientY - dragged.y) > 4;
  if (!dragged.far) return;
  $("tip").hidden = true;
  scroll = dragged.scroll + dragged.y - event.clientY;
  show(dragged.from + (dragged.x - event.clientX) / (width - NAMES) * span, span);
}

function start() {
  document.title = data.program + " \u2013 GASP time line";
  $("program").textContent = data.program;
  const count = rows.reduce((sum, r) => sum + r.count, 0);
  const threads = rows.filter(r => !r.hosts).length, devices = rows.length - threads;
  $("facts").textContent = `${timeText(data.span)}, ${threads} `
    + (threads === 1 ? "thread" : "threads")
    + (devices ? `, ${devices} rows of devices` : "") + `, ${count.toLocaleString("en")} calls`
    + (messages.length ? `, ${messages.length.toLocaleString("en")} messages` : "")
    + (data.left_out ? `; ${data.left_out.toLocaleString("en")} calls shorter than `
       + `${timeText(data.shorter)} are left out` : "");
  $("arrows-label").hidden = !messages.length;
  readColours();
  const used = new Set(data.places.map(p => p[2]));
  const items = Object.keys(kinds).filter(k => used.has(k)).map(k => [kinds[k], colours[k]]);
  if (rows.some(r => r.waits.size))
    items.push(["waiting for another", `rgba(${colours.waiting}, .6)`]);
  $("legend").replaceChildren(...items.map(([name, colour]) => {
    const item = document.createElement("li"), box = document.createElement("i");
    box.style.background = colour;
    item.append(box, name);
    return item;
  }));
  const place = location.hash.slice(1).split("+").map(Number);
  if (place.length === 2 && place.every(Number.isFinite)) show(...place);
  canvas.addEventListener("mousedown", e => {
    dragged = { x: e.clientX, y: e.clientY, from, scroll, far: false }; });
  addEventListener("mouseup", e => {
    if (dragged && !dragged.far) select(callAt(e.offsetX, e.offsetY));
    dragged = null; });
  canvas.addEventListener("mousemove", moved);
  canvas.addEventListener("mouseleave", () => {
    $("tip").hidden = true; hovered = null; plan(); });
  view.addEventListener("wheel", wheel, { passive: false });
  addEventListener("keydown", pressed);
  addEventListener("resize", plan);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change",
    () => { readColours(); plan(); });
  $("search").addEventListener("input", search);
  $("flat").checked = rows.length > 24;
  $("flat").addEventListener("change", () => { scroll = 0; plan(); });
  $("arrows").addEventListener("change", plan);
  $("whole").addEventListener("click", keys[0]);
  draw();
}

document.addEventListener("DOMContentLoaded", start);
