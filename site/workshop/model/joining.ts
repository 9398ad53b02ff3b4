import type { ClassFacts, ConnectorEntry, ConnectorFacts, InputFacts, SceneDocument } from './document.js';

/** A constraint that is being added: its inputs are asked for one after the other. */
export interface Joining {
  readonly facts: ClassFacts;
  readonly word: string;
  /** What is attached so far, in the order of the inputs. */
  readonly ends: readonly ConnectorEntry[];
  /** What cannot be the next end, with the reason. */
  readonly refused: Readonly<Record<string, string>>;
  /** Why the last choice was refused. */
  readonly reason?: string | undefined;
  /** Where points are, by their references. */
  readonly positions: Readonly<Record<string, readonly number[]>>;
}

/** Something that an input can be attached to, with the word for it. */
export interface End {
  readonly label: string;
  readonly entry: ConnectorEntry;
}

/** The input that is asked for. */
export const inputOf = ({ facts, ends }: Joining): InputFacts | undefined => facts.inputs[ends.length];

/** The ends so far by their inputs, and one more. */
export const endsOf = ({ facts, ends }: Joining, ...more: readonly ConnectorEntry[]): Record<string, ConnectorEntry> =>
  Object.fromEntries([...ends, ...more].map((entry, k) => [facts.inputs[k]!.name, entry])); // no more than inputs

/** The key of an end among those that are refused. */
export const keyOf = (entry: ConnectorEntry): string => JSON.stringify(entry);

/** Rounds positions that are pressed, m. */
const ROUND = 1e4;

/** A fixed point at a position. */
export const groundAt = (position: readonly number[]): ConnectorEntry => ({
  ground: position.map((x) => Math.round(x * ROUND) / ROUND + 0),
});

/** What the next input can be attached to: what has its kind and its unit, and what stays where it is. */
export function endsFor(
  joining: Joining,
  connectors: readonly ConnectorFacts[],
  { space }: SceneDocument,
): readonly End[] {
  const input = inputOf(joining);
  if (input === undefined) return [];
  const { kind, unit } = input;
  const fits = connectors.filter(
    (one) =>
      one.kind === kind &&
      (unit === undefined || one.unit === undefined || one.unit === unit) &&
      !joining.ends.includes(one.reference),
  );
  const moving = fits.map(({ reference }) => ({ label: reference, entry: reference }));
  // Something of a body comes first: the ground cannot be joined with itself.
  const isFirst = joining.ends.every((entry) => typeof entry !== 'string');
  const isLast = joining.ends.length === joining.facts.inputs.length - 1;
  return [...moving, ...(isFirst && isLast ? [] : fixedEnds(joining, kind, space))];
}

function fixedEnds({ ends, positions }: Joining, kind: InputFacts['kind'], space: 2 | 3): readonly End[] {
  if (kind === 'scalar') return [{ label: 'the ground', entry: { scalar: 0 } }];
  if (kind === 'direction')
    return ['x', 'y', 'z'].slice(0, space).map((axis, k) => ({
      label: `along ${axis}`,
      entry: { direction: Array.from({ length: space }, (_, i) => (i === k ? 1 : 0)) },
    }));
  const there = ends.flatMap((entry) => {
    if (typeof entry !== 'string') return [];
    const position = positions[entry];
    return position === undefined ? [] : [{ label: `the ground at ${entry}`, entry: groundAt(position) }];
  });
  return [...there, { label: 'the ground at the origin', entry: groundAt(new Array<number>(space).fill(0)) }];
}
