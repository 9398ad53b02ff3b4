import { quote, SpecError } from '../diagnostics/index.js';
import { fieldOf } from '../spec/path.js';
import type {
  BodyEntry,
  CollideEntry,
  ConstraintEntry,
  EnergyEntry,
  ForceEntry,
  SceneDocument,
  TraceEntry,
} from './document.js';
import { sceneFault, type Path } from './faults.js';
import { SCENE_LIMITS } from './limits.js';
import type { Numbers, Values } from './numbers.js';
import { checkVariable } from './parameters.js';

/** An entry of the scene after `repeat`: its name, its place in the document, its numbers. */
export interface Item<Entry> {
  readonly name: string;
  readonly entry: Entry;
  readonly path: Path;
  readonly values: Values;
}

/** The entries of a scene, those of repeats after the others. */
export interface Items {
  readonly bodies: readonly Item<BodyEntry>[];
  readonly constraints: readonly Item<ConstraintEntry>[];
  readonly energies: readonly Item<EnergyEntry>[];
  readonly forces: readonly Item<ForceEntry>[];
  readonly collide: readonly Item<CollideEntry>[];
  readonly traces: readonly Item<TraceEntry>[];
}

/** The groups of entries of a scene, or of a repeat. */
type Group = Pick<SceneDocument, 'bodies' | 'constraints' | 'energies' | 'forces' | 'collide' | 'traces'>;

/** The things that a scene counts, with the field of the document that they are in. */
const COUNTED = [
  { field: 'bodies', what: 'bodies', limit: SCENE_LIMITS.bodies },
  { field: 'constraints', what: 'constraints', limit: SCENE_LIMITS.rows },
  { field: 'energies', what: 'energies', limit: SCENE_LIMITS.forces },
  { field: 'forces', what: 'forces', limit: SCENE_LIMITS.forces },
  { field: 'collide', what: 'shapes', limit: SCENE_LIMITS.shapes },
  { field: 'traces', what: 'traces', limit: SCENE_LIMITS.traces },
] as const;

/** Characters, as JSON, that one value of a round takes in memory at least. */
const CHARACTERS_PER_VALUE = 16;

/**
 * Writes the repeats of a scene out. Counts before it makes anything, so that a million bodies are a
 * mistake and nothing else. Throws a SpecError with the mistakes so far.
 */
export function expandRepeats(document: SceneDocument, params: Values, numbers: Numbers): Items {
  const { faults } = numbers;
  const { repeat = [] } = document;
  const counters = repeat.map(({ over }, r) => rangesOf(over, ['repeat', r, 'over'], params, numbers));
  faults.check();
  checkSize(document, counters, params, numbers);
  const expansion = new Expansion(numbers);
  expansion.add(document, [], params);
  for (const [r, ranges] of counters.entries()) {
    if (roundsOf(ranges) === 0) continue;
    forEachRound(ranges, params, (values) => {
      expansion.add(repeat[r]!, ['repeat', r], values);
    });
    faults.check();
  }
  faults.check();
  return expansion;
}

/** Number of rounds of a repeat; 0 where one of its counters is empty. */
const roundsOf = (ranges: readonly Range[]): number =>
  ranges.some(({ first, last }) => last < first)
    ? 0
    : ranges.reduce((product, { first, last }) => product * (last - first + 1), 1);

/** Throws a SpecError for a scene that would be too large, written out, before any of it is. */
function checkSize(
  document: SceneDocument,
  counters: readonly (readonly Range[])[],
  params: Values,
  { faults }: Numbers,
): void {
  const { repeat = [] } = document;
  const countIn = (group: Group, field: keyof Group): number =>
    Object.keys((field === 'collide' ? group.collide?.shapes : group[field]) ?? {}).length;
  const totals = COUNTED.map(({ field }) => countIn(document, field));
  let [rounds, characters] = [0, 0];
  for (const [r, ranges] of counters.entries()) {
    const own = roundsOf(ranges);
    rounds += own;
    characters += own * (JSON.stringify(repeat[r]).length + CHARACTERS_PER_VALUE * (params.size + ranges.length));
    COUNTED.forEach(({ field }, i) => (totals[i]! += own * countIn(repeat[r]!, field)));
    const beyond = COUNTED.findIndex(({ limit }, i) => totals[i]! > limit);
    const { what, limit } = COUNTED[beyond] ?? {};
    if (what !== undefined)
      faults.add(['repeat', r], `The scene would have ${totals[beyond]!} ${what}; the limit is ${limit}.`);
    else if (rounds > SCENE_LIMITS.rounds)
      faults.add(['repeat', r], `The scene would repeat ${rounds} times; the limit is ${SCENE_LIMITS.rounds}.`);
    else if (characters > SCENE_LIMITS.written)
      faults.add(
        ['repeat', r],
        `The repeats would have ${characters} characters, written out; the limit is ${SCENE_LIMITS.written}.`,
      );
    faults.check();
  }
  COUNTED.forEach(({ field, what, limit }, i) => {
    if (totals[i]! > limit) faults.add([field], `The scene has ${totals[i]!} ${what}; the limit is ${limit}.`);
  });
  faults.check();
}

interface Range {
  readonly name: string;
  readonly first: number;
  readonly last: number;
}

function rangesOf(
  over: Readonly<Record<string, readonly [string | number, string | number]>>,
  path: Path,
  params: Values,
  numbers: Numbers,
): readonly Range[] {
  const count = Object.keys(over).length;
  if (count > SCENE_LIMITS.counters) {
    numbers.faults.add(path, `A repeat has ${count} counters; the limit is ${SCENE_LIMITS.counters}.`);
    return [];
  }
  return Object.entries(over).map(([name, [from, to]]) => {
    checkVariable(name, 'counter', [...path, name], numbers.faults);
    if (params.has(name)) numbers.faults.add([...path, name], `${quote(name)} is the name of a parameter already.`);
    const [first, last] = [from, to].map((quantity, k) => {
      const value = numbers.number([...path, name, k], quantity, params);
      if (value !== undefined && !(Number.isInteger(value) && Math.abs(value) <= 1e6))
        numbers.faults.add([...path, name, k], `A counter is a whole number up to a million, not ${value}.`);
      return value ?? 0;
    });
    return { name, first: first!, last: last! };
  });
}

/** Calls `visit` for all combinations of the counters, the last one fastest. */
function forEachRound(ranges: readonly Range[], values: Values, visit: (values: Values) => void): void {
  const [range, ...others] = ranges;
  if (range === undefined) {
    visit(values);
    return;
  }
  for (let i = range.first; i <= range.last; i++) forEachRound(others, new Map([...values, [range.name, i]]), visit);
}

class Expansion implements Items {
  readonly bodies: Item<BodyEntry>[] = [];
  readonly constraints: Item<ConstraintEntry>[] = [];
  readonly energies: Item<EnergyEntry>[] = [];
  readonly forces: Item<ForceEntry>[] = [];
  readonly collide: Item<CollideEntry>[] = [];
  readonly traces: Item<TraceEntry>[] = [];
  readonly #numbers: Numbers;
  readonly #names = new Map<string, Path>();

  constructor(numbers: Numbers) {
    this.#numbers = numbers;
  }

  add(group: Group, prefix: Path, values: Values): void {
    this.#named(this.bodies, group.bodies, [...prefix, 'bodies'], values);
    this.#named(this.constraints, group.constraints, [...prefix, 'constraints'], values);
    this.#named(this.energies, group.energies, [...prefix, 'energies'], values);
    this.#named(this.traces, group.traces, [...prefix, 'traces'], values, false);
    group.forces?.forEach((entry, i) => {
      this.forces.push({ name: `force ${this.forces.length + 1}`, entry, path: [...prefix, 'forces', i], values });
    });
    const { collide } = group;
    if (collide) this.collide.push({ name: 'collide', entry: collide, path: [...prefix, 'collide'], values });
  }

  #named<Entry>(
    to: Item<Entry>[],
    entries: Readonly<Record<string, Entry>> = {},
    prefix: Path,
    values: Values,
    isUnique = true,
  ): void {
    for (const [written, entry] of Object.entries(entries)) {
      const path = [...prefix, written];
      const name = this.#numbers.faults.try(path, () => writtenOut(written, values, this.#numbers));
      if (name === undefined || this.#numbers.faults.isFull) continue;
      const other = isUnique ? this.#names.get(name) : undefined;
      if (other !== undefined)
        this.#numbers.faults.add(
          path,
          `There are two things with the name ${quote(name)}.`,
          `bodies, constraints and energies share their names: the other is ${fieldOf(other)}`,
        );
      if (isUnique) this.#names.set(name, path);
      to.push({ name, entry, path, values });
    }
  }
}

/**
 * A name or a reference with the formulas in its braces evaluated: `p{i-1}` is `p4` where `i` is 5.
 * Throws a SpecError.
 */
export const writtenOut = (written: string, values: Values, numbers: Numbers): string =>
  written.replace(/\{([^{}]*)\}/g, (_, formula: string) => {
    const value = simpleOffset(formula, values) ?? numbers.evaluate(formula, values);
    if (!Number.isInteger(value)) throw fractional(written, value);
    return String(value);
  });

/** `i`, `i + 1` and `i - 1` without the language. */
function simpleOffset(formula: string, values: Values): number | undefined {
  const [, name, sign, offset] = /^\s*([A-Za-z]\w*)\s*(?:([+-])\s*(\d+)\s*)?$/.exec(formula) ?? [];
  const value = name === undefined ? undefined : values.get(name);
  if (value === undefined) return undefined;
  return sign === undefined ? value : value + Number(sign + offset!);
}

const fractional = (written: string, value: number): SpecError =>
  new SpecError([sceneFault([], `In the name ${quote(written)} the braces are ${value}, not a whole number.`)]);
