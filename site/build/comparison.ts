import type { SceneDocument, SceneWorld } from '../../src/scene/index.js';
import type { Reading } from '../../src/scene/readings.js';
import { shortNumber } from '../../src/painter/numbers.js';
import { escapeHtml } from './scenes.js';

type Expected = NonNullable<SceneDocument['expect']>;
type Comparison = NonNullable<Expected['always']>[number] | NonNullable<Expected['at']>[number];

/** A quantity of a run, with what is expected of it all the time, and at single times. */
interface Series {
  readonly of: string;
  readonly found: (readonly [time: number, value: number])[];
  readonly expected: (readonly [time: number, value: number])[];
  readonly marks: (readonly [time: number, value: number, tolerance: number])[];
}

/** Most states of a run that are drawn. */
const STATES = 300;
/** Change of a quantity, relative to its size, below which there is nothing to be seen in a curve. */
const FLAT = 1e-6;

/** Follows the expectations of a scene through a run, for graphics of what was found on what was expected. */
export class Comparisons {
  readonly #document: SceneDocument;
  readonly #every: number;
  #series: readonly { readonly series: Series; readonly note: (time: number) => void; readonly isForce: boolean }[] =
    [];
  #built: SceneWorld | undefined;
  #last = -Infinity;

  constructor(document: SceneDocument, until: number) {
    this.#document = document;
    this.#every = until / STATES;
  }

  /** Reads the quantities of a state. Call it at the start and after each step. */
  note(built: SceneWorld): void {
    if (this.#built === undefined) {
      this.#built = built;
      this.#series = seriesOf(this.#document, built);
    }
    const { time } = built.world;
    if (time < this.#last + this.#every * (1 - 1e-9)) return;
    this.#last = time;
    if (this.#series.some(({ isForce }) => isForce)) built.world.evaluate();
    for (const { note } of this.#series) note(time);
  }

  /** The graphics, as HTML; none for what stays as it is. */
  graphics(): string {
    const shown = this.#series.map(({ series }) => series).filter(hasShape);
    return shown.length === 0 ? '' : `<div class="comparisons" v-pre>\n${shown.map(graphic).join('\n')}\n</div>`;
  }
}

function seriesOf({ expect: { at = [], always = [] } = {} }: SceneDocument, built: SceneWorld) {
  const all = new Map<string, { series: Series; note: (time: number) => void; isForce: boolean }>();
  const valueOf = ({ value, where }: Comparison): Reading =>
    typeof value === 'number' ? { read: () => value, isForce: false } : built.reading(value, where);
  for (const one of [...always, ...at]) {
    const key = JSON.stringify([one.of, one.where]);
    const reading = built.reading(one.of, one.where);
    const known = all.get(key) ?? {
      series: { of: one.of, found: [], expected: [], marks: [] },
      note: (time: number) => known.series.found.push([time, reading.read()]),
      isForce: reading.isForce,
    };
    all.set(key, known);
    const value = valueOf(one);
    if ('time' in one) {
      const [time, tolerance] = [one.time, one.tolerance].map((quantity) =>
        typeof quantity === 'number' ? quantity : built.reading(quantity).read(),
      );
      known.series.marks.push([time!, value.read(), tolerance!]);
      continue;
    }
    const [from, to] = [one.from, one.to].map((quantity) =>
      quantity === undefined || typeof quantity === 'number' ? quantity : built.reading(quantity).read(),
    );
    const before = known.note;
    known.note = (time) => {
      before(time);
      if (time >= (from ?? -Infinity) && time <= (to ?? Infinity)) known.series.expected.push([time, value.read()]);
    };
    known.isForce ||= value.isForce;
  }
  return [...all.values()];
}

/** Tests whether a quantity changes, beyond what rounding does. */
function hasShape({ found, expected, marks }: Series): boolean {
  const values = [...found, ...expected, ...marks].map(([, value]) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const tolerance = marks.reduce((most, [, , one]) => Math.max(most, one), 0);
  return high - low > Math.max(FLAT * Math.max(Math.abs(low), Math.abs(high)), 1e-9, tolerance);
}

const [WIDTH, HEIGHT] = [420, 190];
const ROOM = { left: 64, right: 14, top: 12, bottom: 28 };

function graphic({ of, found, expected, marks }: Series): string {
  const all = [...found, ...expected, ...marks];
  const range = (k: 0 | 1): readonly [number, number] => [
    Math.min(...all.map((one) => one[k])),
    Math.max(...all.map((one) => one[k])),
  ];
  const [[t0, t1], [low, high]] = [range(0), range(1)];
  const x = (time: number): string =>
    (ROOM.left + ((WIDTH - ROOM.left - ROOM.right) * (time - t0)) / (t1 - t0 || 1)).toFixed(1);
  const y = (value: number): string =>
    (HEIGHT - ROOM.bottom - ((HEIGHT - ROOM.top - ROOM.bottom) * (value - low)) / (high - low)).toFixed(1);
  const line = (points: readonly (readonly [number, number])[], kind: string): string =>
    points.length < 2
      ? ''
      : `<polyline class="${kind}" points="${points.map(([time, value]) => `${x(time)},${y(value)}`).join(' ')}"/>`;
  const label = (at: string, up: string, text: string, anchor: string): string =>
    `<text x="${at}" y="${up}" text-anchor="${anchor}">${escapeHtml(text)}</text>`;
  const left = String(ROOM.left - 8);
  return (
    `<figure><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeHtml(of)} over time: found, drawn on expected">` +
    `<path class="axis" d="M${ROOM.left} ${ROOM.top}V${HEIGHT - ROOM.bottom}H${WIDTH - ROOM.right}"/>` +
    label(left, String(ROOM.top + 8), shortNumber(high, 3), 'end') +
    label(left, String(HEIGHT - ROOM.bottom), shortNumber(low, 3), 'end') +
    label(x(t0), String(HEIGHT - 8), `${shortNumber(t0, 3)} s`, 'start') +
    label(x(t1), String(HEIGHT - 8), `${shortNumber(t1, 3)} s`, 'end') +
    line(expected, 'expected') +
    marks.map(([time, value]) => `<circle class="expected" cx="${x(time)}" cy="${y(value)}" r="6"/>`).join('') +
    line(found, 'found') +
    `</svg><figcaption><code>${escapeHtml(of)}</code> <span class="found">found</span> on ` +
    `<span class="expected">expected</span></figcaption></figure>`
  );
}
