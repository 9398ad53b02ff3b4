import { internalsOf } from '../../runtime/world/internals.js';
import type { World } from '../../runtime/index.js';
import type { SimulationSummary } from '../simulate/summary.js';
import type { Quantity, SceneDocument } from './document.js';
import type { Path } from './faults.js';
import type { Numbers, Values } from './numbers.js';
import { readingOf, type Readable, type Reading } from './readings.js';

/** What came of one expectation. */
export interface ExpectationResult {
  /** Place in the document, as `expect.at[0]`. */
  readonly path: Path;
  /** The quantity, as the document has it. */
  readonly of: string;
  /** What was found; of a quantity that is watched, the value that is furthest off. */
  readonly found: number;
  readonly expected: number;
  /** Largest difference allowed; of a bound, 0. */
  readonly tolerance: number;
  /** True for a bound: `found` may be anything up to `expected`. */
  readonly isBound: boolean;
  /** Time at which it was found, s. */
  readonly time: number;
  readonly pass: boolean;
}

type Expected = NonNullable<SceneDocument['expect']>;

type Bound = 'largestC' | 'largestCdot' | 'energyDrift';

interface Watched {
  readonly path: Path;
  readonly of: string;
  readonly reading: Reading;
  readonly value: Reading;
  readonly tolerance: number;
  /** The span of time in which it is due, or a time between two steps. */
  readonly from: number;
  readonly to: number;
  worst: { found: number; expected: number; time: number; off: number } | undefined;
}

/** The part of a step by which a time may be off. */
const ROUNDING = 1e-6;

/** Compares a scene with what its document expects, while it runs. */
export class Expectations {
  readonly #expected: Expected;
  readonly #world: World;
  readonly #bounds: Readonly<Record<Bound, number | undefined>>;
  readonly #watched: readonly Watched[];
  readonly #dt: number;

  /**
   * Finds all quantities; the run of the document has steps of `dt` and ends at `until`. Throws a SpecError with
   * all mistakes.
   */
  constructor(
    { expect: expected = {} }: SceneDocument,
    scene: Readable,
    values: Values,
    { dt, until }: { readonly dt: number; readonly until: number },
    numbers: Numbers,
  ) {
    this.#expected = expected;
    this.#world = scene.world;
    this.#dt = dt;
    const { at = [], always = [] } = expected;
    const { faults } = numbers;
    const limit = (path: Path, quantity: Quantity | undefined): number | undefined => {
      const value = numbers.optional(path, quantity, values);
      if (value !== undefined && value < 0) faults.add(path, `This is ${value}, and what it limits is never negative.`);
      return value;
    };
    const bound = (of: Bound): number | undefined => limit(['expect', of], expected[of]);
    this.#bounds = {
      largestC: bound('largestC'),
      largestCdot: bound('largestCdot'),
      energyDrift: bound('energyDrift'),
    };
    const within = (path: Path, time: number): void => {
      if (time > until + ROUNDING * dt) faults.add(path, `The run ends at ${until} s, before ${time} s.`);
      if (time < 0) faults.add(path, `The run begins at 0 s, after ${time} s.`);
    };
    const entries = [
      ...at.map((entry, i) => {
        const path = ['expect', 'at', i];
        const time = numbers.number([...path, 'time'], entry.time, values) ?? 0;
        within([...path, 'time'], time);
        const isBetween = Math.abs(time / dt - Math.round(time / dt)) > ROUNDING;
        return { entry, path, from: isBetween ? time : time - dt / 2, to: isBetween ? time : time + dt / 2 };
      }),
      ...always.map((entry, i) => {
        const path = ['expect', 'always', i];
        const from = numbers.optional([...path, 'from'], entry.from, values) ?? 0;
        const to = numbers.optional([...path, 'to'], entry.to, values) ?? Infinity;
        within([...path, 'from'], from);
        if (to < from) faults.add([...path, 'to'], `${to} s is before ${from} s, from when on this is expected.`);
        return { entry, path, from: from - dt / 2, to: to + dt / 2 };
      }),
    ];
    const find = (path: Path, text: string, where: Readonly<Record<string, string>> = {}): Reading | undefined =>
      faults.try(path, () => readingOf(text, scene, values, numbers, where));
    this.#watched = entries.flatMap(({ entry, path, from, to }): Watched[] => {
      const { of, value: written, where } = entry;
      const reading = find([...path, 'of'], of, where);
      const value =
        typeof written === 'number'
          ? { read: () => written, isForce: false }
          : find([...path, 'value'], written, where);
      const tolerance = limit([...path, 'tolerance'], entry.tolerance);
      if (reading === undefined || value === undefined || tolerance === undefined) return [];
      return [{ path, of, reading, value, tolerance, from, to, worst: undefined }];
    });
    faults.check();
  }

  /** Reads the quantities that are due at the present state. Call it at the start and after each step. */
  observe(): void {
    const { time } = this.#world;
    this.#read(this.#watched.filter(({ from, to }) => time >= from && time < to));
    const between = this.#watched.filter(({ from, to }) => from === to && from > time && from < time + this.#dt);
    if (between.length > 0) this.#readBetween(between);
  }

  /** Reads quantities at times before the end of the next step, each at the end of a shorter step. */
  #readBetween(due: readonly Watched[]): void {
    // Recorders of the run do not see these steps, which it does not take.
    const { listeners } = internalsOf(this.#world);
    const recorders = listeners.splice(0);
    const state = this.#world.snapshot();
    try {
      for (const one of due) {
        this.#world.step(one.from - state.time);
        this.#read([one]);
        this.#world.restore(state);
      }
    } finally {
      listeners.push(...recorders);
    }
  }

  #read(due: readonly Watched[]): void {
    const { time } = this.#world;
    if (due.some(({ reading, value }) => reading.isForce || value.isForce)) this.#world.evaluate();
    for (const one of due) {
      const [found, expected] = [one.reading.read(), one.value.read()];
      const off = Math.abs(found - expected);
      // A difference that is not a number is the worst.
      if (one.worst === undefined || !(off <= one.worst.off)) one.worst = { found, expected, time, off };
    }
  }

  /** The results, after the run that `summary` is of. */
  results(summary: SimulationSummary): readonly ExpectationResult[] {
    const { dof, rows } = this.#expected;
    const count = (of: string, found: number, expected: number | undefined): ExpectationResult[] =>
      expected === undefined
        ? []
        : [
            {
              path: ['expect', of],
              of,
              found,
              expected,
              tolerance: 0,
              isBound: false,
              time: 0,
              pass: found === expected,
            },
          ];
    const bound = (of: Bound, found: number, time: number): ExpectationResult[] => {
      const expected = this.#bounds[of];
      if (expected === undefined) return [];
      return [
        { path: ['expect', of], of, found, expected, tolerance: 0, isBound: true, time, pass: found <= expected },
      ];
    };
    return [
      ...count('dof', summary.degreesOfFreedom, dof),
      ...count(
        'rows',
        this.#world.constraints.reduce((sum, { type }) => sum + type.rows, 0),
        rows,
      ),
      ...bound('largestC', summary.largestC.value, summary.largestC.time),
      ...bound('largestCdot', summary.largestCdot, summary.time),
      ...bound('energyDrift', summary.energy.drift, summary.time),
      ...this.#watched.map(({ path, of, tolerance, worst }): ExpectationResult => {
        const { found, expected, time, off } = worst ?? { found: NaN, expected: NaN, time: NaN, off: NaN };
        return { path, of, found, expected, tolerance, isBound: false, time, pass: off <= tolerance };
      }),
    ];
  }
}
