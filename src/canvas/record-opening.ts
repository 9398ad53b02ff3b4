import { noted, type Observer } from '../painter/traces.js';
import type { LoadedScene, SceneWorld } from '../scene/read-scene.js';
import { drivenConnectors } from '../simulate/driver-power.js';
import { EnergyBalance } from '../simulate/energy-balance.js';
import { read, written, type Column } from './columns.js';
import { Columns, sizeOf } from './followed.js';
import { placesOf, weightsAt, type OpenedPicture, type OpeningPart, type OpeningRecord } from './opening-record.js';
import { movablePoints } from './pick.js';
import { MovingPicture } from './picture.js';
import { describedScene } from './scene-controls.js';
import { speedOf } from '../simulate/speed.js';
import { viewOfSight, type Shot } from './shot.js';

/** Time that an opening takes, s: over a slow line, the runtime comes some one and a half seconds after it. */
export const SECONDS = 2.5;
/** Most numbers that are recorded, in all pictures together: a scene with more skips steps. */
const MOST = 250_000;
/** Size of the picture in which errors are measured, px. */
const SIZE = { width: 1000, height: 750 };
/** Largest errors, px: between two pictures, of values that follow from others, and of rounding. */
const BETWEEN = 0.25;
const FOLLOWING = 0.1;
const ROUNDING = 0.05;
/** Values that are no lengths, and the pixels that their range counts as: forces are colours and arrows. Truth values are right where they do not change. */
const RANGES: Readonly<Record<string, number>> = { force: 70, tension: 10, shade: 10, share: 10, far: 10 };
const TRUTH = 0.25;
/** Longest time between two pictures, s, and time between two figures. */
const LONGEST = 1 / 12;
const FIGURES = 1 / 8;

/** Pictures at equal times that differ in values alone. */
interface Run {
  readonly picture: string;
  readonly from: number;
  readonly rows: number[][];
}

/** Runs a scene for some seconds as a page does, and writes down what it shows. */
export function recordOpening(scene: LoadedScene, seconds = SECONDS): OpeningRecord {
  const { dt } = scene;
  const { space } = scene.document;
  const speed = speedOf(scene);
  const built = scene.build();
  const { world, picture: options, traces = [] } = built;
  const picture = new MovingPicture(world, { ...options, driven: drivenConnectors(built.drivers) });
  const balance = new EnergyBalance(world, built.drivers);
  const figures: [number, number, number][] = [];
  const runs: Run[] = [];
  let steps = 0;
  const note = (shot: Shot): void => {
    if (steps * dt >= figures.length * speed * FIGURES)
      figures.push([steps, short(world.residual().position, 2), short(balance.change, 2)]);
    addTo(runs, steps, pictureOf(built, shot));
  };
  const first = picture.shot();
  const pixels = viewOfSight(first, SIZE).scale;
  note(first);
  const all = Math.floor((seconds * speed) / dt);
  const pitch = Math.ceil((all * runs[0]!.rows[0]!.length) / MOST);
  while (steps + pitch <= all && !(world.time >= scene.until && picture.isLeft(SIZE))) {
    for (let k = 0; k < pitch; k++, steps++) {
      balance.note();
      world.step(dt);
    }
    note(picture.shot());
  }
  const longest = Math.max(1, Math.floor((LONGEST * speed) / (dt * pitch)));
  const { camera, rotating } = options;
  return {
    described: describedScene(scene),
    space,
    options: { ...(camera && { camera }), ...(rotating !== undefined && { rotating }) },
    dt,
    steps,
    speed,
    traces: traces.map(({ fade }) => (fade === undefined ? {} : { fade })),
    parts: runs.map((run) => partOf(run, pixels, pitch, longest)),
    figures,
    hasWork: balance.hasWork,
  };
}

function pictureOf({ world, traces = [] }: SceneWorld, { shown, shapes }: Shot): OpenedPicture {
  return {
    shown,
    shapes,
    traced: traces.map(({ point, about }) => ({
      at: noted(point.position, about),
      ...(about && { axes: axesOf(about, world.space) }),
    })),
    movable: movablePoints(world).map(({ position }) => position),
  };
}

/** The origin of an observer, and the ends of its axes. */
const axesOf = (about: Observer, space: number): number[][] =>
  Array.from({ length: space + 1 }, (_, n) =>
    Array.from(about.pointToWorldFrame(Array.from({ length: space }, (__, k) => (k === n - 1 ? 1 : 0)))),
  );

/** Adds a picture to the last run, or begins another. */
function addTo(runs: Run[], steps: number, shown: OpenedPicture): void {
  const row: number[] = [];
  const picture = emptied(shown, row);
  if (runs.at(-1)?.picture !== picture) runs.push({ picture, from: steps, rows: [] });
  runs.at(-1)!.rows.push(row);
}

/** What is shown as JSON with empty places, in the order of {@link placesOf}; adds what stands there to `row`. */
function emptied(value: unknown, row: number[]): string {
  if (typeof value === 'number' || typeof value === 'boolean') {
    row.push(Number(value));
    return typeof value === 'number' ? '0' : 'false';
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value) || ArrayBuffer.isView(value))
    return `[${Array.from(value as ArrayLike<unknown>, (one) => emptied(one, row)).join()}]`;
  const members = Object.entries(value).filter(([, one]) => one !== undefined);
  return `{${members.map(([key, one]) => `"${key}":${emptied(one, row)}`).join()}}`;
}

/** Writes a run, with as few pictures as show it. */
function partOf({ picture, from, rows }: Run, pixels: number, pitch: number, longest: number): OpeningPart {
  const template = JSON.parse(picture) as OpenedPicture;
  // Places that share a corner, say, have the same values.
  const known = new Map<number, number[]>();
  const distinct: Value[] = [];
  const places = placesOf(template).map(({ holder, key, member }, n) => {
    const column = Float64Array.from(rows, (row) => row[n]!);
    const isBoolean = holder[key] === false;
    const range = isBoolean ? undefined : RANGES[member];
    const scale = isBoolean ? TRUTH : range === undefined ? pixels : range / (sizeOf(column) || 1);
    const sum = column.reduce((all, x, k) => all + (k + 1) * x, 0);
    const alike = known.get(sum) ?? [];
    const found = alike.find(
      (k) => distinct[k]!.scale === scale && column.every((x, i) => x === distinct[k]!.column[i]),
    );
    if (found !== undefined) return found;
    known.set(sum, [...alike, distinct.length]);
    return distinct.push({ column, isBoolean, scale }) - 1;
  });
  const moving = distinct.filter(({ column, isBoolean }) => !isBoolean && column.some((x) => x !== column[0]));
  let every = Math.min(longest, Math.max(1, rows.length - 1));
  while (every > 1 && moving.some(({ column, scale }) => scale * errorBetween(column, every) > BETWEEN))
    every = Math.floor(0.8 * every);
  const columns: Column[] = [];
  const all = new Columns();
  const values = distinct.map(({ column, scale }) => {
    const few = some(column, every);
    let found = all.follow(few, FOLLOWING / scale);
    if (found === undefined) {
      columns.push(written(few, (2 * ROUNDING) / scale));
      found = { constant: 0, terms: [[all.add(read(columns.at(-1)!)), 1]] };
    }
    /** The digits of a number that decide on `size` as far as it is rounded. */
    const shortened = (x: number, size: number): number => {
      const digits = Math.ceil(Math.log10((size * scale) / ROUNDING)) + 1;
      return digits < 1 ? 0 : short(x, digits);
    };
    const terms = found.terms.flatMap(([k, factor]) => {
      const rounded = shortened(factor, Math.abs(factor) * all.sizeOf(k));
      return rounded === 0 ? [] : [k, rounded];
    });
    return [shortened(found.constant, Math.abs(found.constant)), ...terms];
  });
  return { from, every: every * pitch, picture: template, columns, values, places };
}

/** Every so many values of a column, from the first on. */
const some = (column: Float64Array, every: number): Float64Array => column.filter((_, k) => k % every === 0);

interface Value {
  readonly column: Float64Array;
  readonly isBoolean: boolean;
  /** Pixels that a unit is counted as. */
  readonly scale: number;
}

/** The largest error of a column between every so many of its values. */
function errorBetween(column: Float64Array, every: number): number {
  const count = Math.floor((column.length - 1) / every) + 1;
  let most = 0;
  column.forEach((value, step) => {
    if (step % every === 0) return;
    const { first, weights } = weightsAt(step / every, count);
    let found = 0;
    for (let k = 0; k < weights.length; k++) found += weights[k]! * column[(first + k) * every]!;
    most = Math.max(most, Math.abs(found - value));
  });
  return most;
}

const short = (x: number, digits: number): number => Number(x.toPrecision(Math.min(15, digits)));
