import { quote, SpecError } from '../diagnostics/index.js';
import type { BodyEntry, ConstraintEntry, ForceEntry, SceneDocument, TraceEntry } from './document.js';
import { sceneFault, type Path } from './faults.js';
import { SCENE_LIMITS } from './limits.js';
import type { Numbers, Values } from './numbers.js';

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
  readonly forces: readonly Item<ForceEntry>[];
  readonly traces: readonly Item<TraceEntry>[];
}

/** The groups of entries of a scene, or of a repeat. */
type Group = Pick<SceneDocument, 'bodies' | 'constraints' | 'forces' | 'traces'>;

/**
 * Writes the repeats of a scene out. Counts before it makes anything, so that a million bodies are a
 * mistake and nothing else. Throws a SpecError with the mistakes so far.
 */
export function expandRepeats(document: SceneDocument, params: Values, numbers: Numbers): Items {
  const { faults } = numbers;
  const expansion = new Expansion(numbers);
  expansion.add(document, [], params);
  const { repeat = [] } = document;
  const counters = repeat.map(({ over }, r) => rangesOf(over, ['repeat', r, 'over'], params, numbers));
  faults.check();
  let total = 0;
  for (const [r, ranges] of counters.entries()) {
    const rounds = ranges.reduce((product, { first, last }) => product * Math.max(0, last - first + 1), 1);
    total += rounds;
    const bodies = expansion.bodies.length + rounds * Object.keys(repeat[r]!.bodies ?? {}).length;
    if (rounds > SCENE_LIMITS.rounds || total > SCENE_LIMITS.rounds || bodies > SCENE_LIMITS.bodies)
      faults.add(
        ['repeat', r],
        bodies > SCENE_LIMITS.bodies
          ? `The scene would have ${bodies} bodies; the limit is ${SCENE_LIMITS.bodies}.`
          : `The scene would repeat ${total} times; the limit is ${SCENE_LIMITS.rounds}.`,
      );
    faults.check();
    forEachRound(ranges, params, (values) => {
      expansion.add(repeat[r]!, ['repeat', r], values);
    });
  }
  if (expansion.bodies.length > SCENE_LIMITS.bodies)
    faults.add(['bodies'], `The scene has ${expansion.bodies.length} bodies; the limit is ${SCENE_LIMITS.bodies}.`);
  faults.check();
  return expansion;
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
  return Object.entries(over).map(([name, [from, to]]) => {
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
  readonly forces: Item<ForceEntry>[] = [];
  readonly traces: Item<TraceEntry>[] = [];
  readonly #numbers: Numbers;
  readonly #names = new Map<string, Path>();

  constructor(numbers: Numbers) {
    this.#numbers = numbers;
  }

  add(group: Group, prefix: Path, values: Values): void {
    this.#named(this.bodies, group.bodies, [...prefix, 'bodies'], values);
    this.#named(this.constraints, group.constraints, [...prefix, 'constraints'], values);
    this.#named(this.traces, group.traces, [...prefix, 'traces'], values, false);
    group.forces?.forEach((entry, i) => {
      this.forces.push({ name: `force ${this.forces.length + 1}`, entry, path: [...prefix, 'forces', i], values });
    });
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
      if (isUnique && this.#names.has(name))
        this.#numbers.faults.add(path, `There are two things with the name ${quote(name)}.`);
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
