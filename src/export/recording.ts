import type { World } from '../../runtime/index.js';
import { LIGHT } from '../painter/colors.js';
import { endsOf } from '../painter/joins.js';
import type { PictureOptions } from '../painter/sketch.js';
import { lengthOf, minus, plus, type Vector } from '../painter/frame.js';
import type { Mesh } from '../solids/mesh.js';
import { nameOf } from '../solids/name.js';
import { Parts, type Carrier, type Line, type Span, type Tone } from '../solids/parts.js';
import { areSame, radiusOf, springOf, tubeAlong, unitRod } from '../solids/spans.js';
import { surfaceOf } from '../solids/tones.js';
import type { Breath } from './breath.js';
import { GlbFile } from './glb-file.js';
import { poseOf, poseOfSpan, Track } from './track.js';

/** What keys may be off by, as a part of the size of the world. */
const TOLERANCE = 1e-4;
/** Pieces of a line that changes its form. */
const PIECES = 24;
/** `(x, y, z)` of a world becomes `(x, z, −y)`: a quarter turn about the first axis. */
const UPRIGHT = [-Math.SQRT1_2, 0, 0, Math.SQRT1_2];

export interface RecordingOptions {
  readonly picture?: PictureOptions;
  readonly driven?: ReadonlySet<unknown>;
  /** Time of the world per time of the recording. */
  readonly speed?: number;
  /** Least time between two samples, in the recording, s. */
  readonly every?: number;
}

interface Solid {
  readonly tone: Tone;
  readonly mesh: Mesh;
}

interface Body {
  readonly track: Track;
  readonly solids: readonly Solid[];
}

interface Stretched {
  readonly track: Track;
  readonly solid: Solid;
  /** Scales across, and along by the distance of its ends. */
  readonly across: number;
  readonly stretch: number;
}

/** The solids of a world and how they move, to be written as a film in glTF's binary form. */
export class Recording {
  readonly #world: World;
  readonly #options: RecordingOptions;
  readonly #start: number;
  readonly #size: number;
  readonly #rod: number;
  readonly #times: number[] = [];
  readonly #still: Solid[] = [];
  readonly #bodies = new Map<Exclude<Carrier, null>, Body>();
  readonly #spans = new Map<object, Stretched[]>();
  /** Ropes and wires at all samples at which they were. */
  readonly #lines = new Map<string, { readonly tone: Line['tone']; readonly at: Map<number, Line['points']>; isMoving: boolean }>(); // prettier-ignore
  readonly #unitRod = unitRod();
  #parts: Parts;
  #seen: readonly unknown[] = [];

  constructor(world: World, options: RecordingOptions = {}) {
    this.#world = world;
    this.#options = options;
    this.#parts = this.#read();
    this.#start = world.time;
    this.#size = this.#parts.size;
    this.#rod = this.#parts.rod;
  }

  /** Looks at the world as it is now, unless it did so a moment ago and this is not the end. */
  note(isEnd = false): void {
    const { speed = 1, every = 0 } = this.#options;
    const time = (this.#world.time - this.#start) / speed;
    const last = this.#times.at(-1);
    // Times are written with 24 bits.
    if (last !== undefined && ((!isEnd && time - last < every * (1 - 1e-9)) || Math.fround(time) <= Math.fround(last)))
      return;
    const n = this.#times.push(time) - 1;
    const dt = speed * (time - (last ?? time));
    this.#follow();
    const { bodies, particles } = this.#world;
    const present = new Set<unknown>([...bodies, ...particles]);
    for (const [carrier, { track }] of this.#bodies)
      if (present.has(carrier) || !('mass' in carrier)) track.note(n, poseOf(carrier), dt);
    const { spans, lines } = this.#parts.moving();
    const counts = new Map<object, number>();
    for (const span of spans) {
      const k = counts.get(span.of) ?? 0;
      counts.set(span.of, k + 1);
      this.#noteSpan(n, span, k);
    }
    const numbers = new Map<string, number>();
    for (const { tone, points } of lines) {
      const k = numbers.get(tone) ?? 0;
      numbers.set(tone, k + 1);
      this.#noteLine(n, `${tone} ${String(k)}`, tone, points);
    }
  }

  /** The film up to now; `breathe` as in {@link Breath}. */
  async glb(title: string, breathe?: Breath): Promise<Uint8Array<ArrayBuffer>> {
    const file = new GlbFile();
    const times = Float32Array.from(this.#times);
    const tolerance = TOLERANCE * this.#size;
    const materials = new Map<Tone, number>();
    const meshes = new Map<Mesh, Map<Tone, number>>();
    const meshOf = ({ mesh, tone }: Solid): number => {
      if (!materials.has(tone)) materials.set(tone, file.material(tone, surfaceOf(tone, LIGHT)));
      const known = meshes.get(mesh) ?? new Map<Tone, number>();
      meshes.set(mesh, known);
      if (!known.has(tone)) known.set(tone, file.mesh(mesh, materials.get(tone)!));
      return known.get(tone)!;
    };
    const write = (track: Track, solids: readonly Solid[], name?: string): number => {
      track.end(times.length);
      const reach = solids.reduce((most, { mesh }) => Math.max(most, reachOf(mesh)), 0);
      const node =
        solids.length === 1
          ? { mesh: meshOf(solids[0]!) }
          : { children: solids.map((solid) => file.node({ mesh: meshOf(solid) })) };
      return track.write(file, times, reach, tolerance, { ...node, ...(name !== undefined && { name }) });
    };
    const alone = ({ track, solid }: Pick<Stretched, 'track' | 'solid'>): number => write(track, [solid], solid.tone);
    // Each takes a while, since its keys are thinned.
    const makers = [
      ...this.#still.map((solid) => () => [file.node({ name: solid.tone, mesh: meshOf(solid) })]),
      ...[...this.#bodies].map(([carrier, { track, solids }]) => () => [write(track, solids, nameOf(carrier))]),
      ...[...this.#spans.values()].flat().map((span) => () => [alone(span)]),
      ...[...this.#lines.values()].map((line) => () => this.#tracksOf(line).map(alone)),
    ];
    const roots: number[] = [];
    for (const [k, make] of makers.entries()) {
      await breathe?.(k / makers.length);
      roots.push(...make());
    }
    const isUpright = this.#world.space === 2;
    return file.build(title, [file.node({ name: title, children: roots, ...(!isUpright && { rotation: UPRIGHT }) })]);
  }

  #read(): Parts {
    const { picture, driven } = this.#options;
    return new Parts(this.#world, { ...picture, ...(driven && { driven }) });
  }

  /** Notices bodies that are new. */
  #follow(): void {
    const { bodies, particles, constraints, forces, shapeCount } = this.#world;
    const now = [...bodies, ...particles, ...constraints, ...forces.filter((force) => endsOf(force) !== undefined), shapeCount]; // prettier-ignore
    if (now.length === this.#seen.length && now.every((one, k) => one === this.#seen[k])) return;
    const isFirst = this.#seen.length === 0;
    if (!isFirst) this.#parts = this.#read();
    this.#seen = now;
    const found = new Map<Exclude<Carrier, null>, Solid[]>();
    for (const { carrier, tone, mesh } of this.#parts.solids()) {
      if (mesh.triangles.length === 0) continue;
      if (carrier === null) {
        if (isFirst) this.#still.push({ tone, mesh });
      } else if (!this.#bodies.has(carrier)) found.set(carrier, [...(found.get(carrier) ?? []), { tone, mesh }]);
    }
    for (const [carrier, solids] of found) this.#bodies.set(carrier, { track: new Track(), solids });
  }

  #noteSpan(n: number, { of, tone, a, b }: Span, k: number): void {
    const own = this.#spans.get(of) ?? [];
    this.#spans.set(of, own);
    const span = (own[k] ??= this.#spanOf(tone, lengthOf(minus(b, a))));
    span.track.note(n, poseOfSpan(a, b, span.across, span.stretch, span.track.last));
  }

  #spanOf(tone: Span['tone'] | Line['tone'], distance: number): Stretched {
    const track = new Track();
    if (tone !== 'spring')
      return { track, solid: { tone, mesh: this.#unitRod }, across: radiusOf(tone, this.#rod), stretch: 1 };
    const { mesh, length } = springOf(distance, this.#rod);
    return { track, solid: { tone, mesh }, across: 1, stretch: 1 / length };
  }

  #noteLine(n: number, key: string, tone: Line['tone'], points: Line['points']): void {
    const line = this.#lines.get(key);
    if (line === undefined) {
      this.#lines.set(key, { tone, at: new Map([[n, points]]), isMoving: n > 0 });
      return;
    }
    // One that rests is kept once.
    const first = line.at.values().next().value!;
    const isSame = areSame(first, points);
    if (!isSame || line.at.size < n) line.isMoving = true;
    line.at.set(n, isSame ? first : points);
  }

  /** A tube for a line that rests; else rods one after the other. */
  #tracksOf({
    tone,
    at,
    isMoving,
  }: {
    readonly tone: Line['tone'];
    readonly at: ReadonlyMap<number, Line['points']>;
    readonly isMoving: boolean;
  }): Pick<Stretched, 'track' | 'solid'>[] {
    // prettier-ignore
    if (!isMoving && at.size === this.#times.length) {
      const mesh = tubeAlong(at.get(0)!, radiusOf(tone, this.#rod));
      if (mesh.triangles.length === 0) return [];
      const track = new Track();
      this.#times.forEach((_, n) => {
        track.note(n, { at: [0, 0, 0], turn: [0, 0, 0, 1], scale: [1, 1, 1] });
      });
      return [{ track, solid: { tone, mesh } }];
    }
    const pieces = Array.from({ length: PIECES }, () => this.#spanOf(tone, 0));
    for (const [n, points] of at) {
      const line = inPieces(points);
      pieces.forEach(({ track, across, stretch }, k) => {
        track.note(n, poseOfSpan(line[k]!, line[k + 1]!, across, stretch, track.last));
      });
    }
    return pieces;
  }
}

/** Largest distance of a corner from the origin. */
function reachOf({ positions }: Mesh): number {
  let square = 0;
  for (let k = 0; k < positions.length; k += 3)
    square = Math.max(square, positions[k]! ** 2 + positions[k + 1]! ** 2 + positions[k + 2]! ** 2);
  return Math.sqrt(square);
}

/** Places along a line, in pieces of equal length. */
function inPieces(points: readonly Vector[]): Vector[] {
  const lengths = [0];
  for (let k = 1; k < points.length; k++) lengths.push(lengths[k - 1]! + lengthOf(minus(points[k]!, points[k - 1]!)));
  const whole = lengths.at(-1)!;
  let k = 0;
  return Array.from({ length: PIECES + 1 }, (_, n) => {
    const way = (n / PIECES) * whole;
    while (k < points.length - 2 && lengths[k + 1]! < way) k++;
    const next = points[k + 1];
    const length = next ? lengths[k + 1]! - lengths[k]! : 0;
    return length > 0 ? plus(points[k]!, minus(next!, points[k]!), Math.min(1, (way - lengths[k]!) / length)) : points[k]!;
  }); // prettier-ignore
}
