import { countOperations } from './count.js';
import { ProgramBuilder, type Value } from './program.js';
import { ScaleAssignment, type AssignmentOptions } from './scale-assignment.js';
import { ScaleChoices } from './scale-choices.js';
import type { Operator, Steps } from './scale-solutions.js';
import { ScaledCores, type Core, type ScaledRef } from './scaled-cores.js';

/** What a program computes, and what became of the values of the program before. */
export interface Rewritten {
  readonly outputs: readonly Value[];
  /** The new value of an old one, if it is still computed. */
  readonly valueOf: (old: Value) => Value | undefined;
}

/**
 * Signs and powers of two where they cost least. `2·(a·b + c·d)` is `a·(2b) + c·(2d)`: where doubled quantities are wanted in several places, it is worth to
 * double what they are made of. Every quantity is computed at one scale `±2ᵏ`, chosen by what its users want, and multiplied for users that want another.
 * Such factors are exact, so every result has the same bits as before. A program that does not get shorter stays as it is.
 */
export function chooseScales(outputs: readonly Value[]): Rewritten {
  const steps = { left: MAX_STEPS };
  const attempts = [
    ...attemptsFrom(outputs, STARTS, steps),
    ...attemptsFrom(outputs.toReversed(), STARTS_REVERSED, steps),
  ];
  const best = attempts.reduce((a, b) => (b.assignment.cost() < a.assignment.cost() ? b : a));
  const rewritten = build(best.cores, best.assignment, outputs);
  const isShorter = countOperations(rewritten.outputs).total < countOperations(outputs).total;
  return isShorter ? rewritten : { outputs, valueOf: (old) => old };
}

/** Solutions that are looked at for one program: ten times what the largest of the library takes. */
const MAX_STEPS = 400_000;

interface Attempt {
  readonly cores: ScaledCores;
  readonly assignment: ScaleAssignment;
}

interface Start extends AssignmentOptions {
  readonly fromUsers: boolean;
}

const STARTS: readonly Start[] = [
  { prefersUsed: false, scalesLater: false, fromUsers: true },
  { prefersUsed: true, scalesLater: false, fromUsers: true },
  { prefersUsed: false, scalesLater: true, fromUsers: true },
  { prefersUsed: true, scalesLater: true, fromUsers: true },
  { prefersUsed: true, scalesLater: true, fromUsers: false },
];
/** What is decided first leads: here the last outputs. */
const STARTS_REVERSED: readonly Start[] = [{ prefersUsed: true, scalesLater: false, fromUsers: true }];

function attemptsFrom(outputs: readonly Value[], starts: readonly Start[], steps: Steps): Attempt[] {
  const cores = new ScaledCores(outputs);
  const choices = new ScaleChoices(cores);
  const attempts: Attempt[] = [];
  for (const { fromUsers, ...options } of starts) {
    const start = new ScaleAssignment(choices, cores.fixed, options, steps);
    attempts.push({ cores, assignment: (fromUsers ? start.assignFromUsers() : start).improve() });
    if (steps.left < 0) break;
  }
  return attempts;
}

function build(cores: ScaledCores, assignment: ScaleAssignment, outputs: readonly Value[]): Rewritten {
  const builder = new ProgramBuilder();
  const made = cores.list.map(() => new Map<number, Value>());
  const at = (core: Core, scale: number): Value => {
    const known = made[core.id]!;
    let value = known.get(scale);
    if (value === undefined) {
      const own = assignment.scaleOf(core.id);
      value = multiplied(builder, scale / own, known.get(own)!);
      known.set(scale, value);
    }
    return value;
  };
  const ref = ({ core, scale }: ScaledRef): Value => at(core, scale);
  for (const core of cores.list) {
    const { id, a, b } = core;
    const value =
      a === undefined || b === undefined
        ? cores.copyFixed(builder, core, ref)
        : operate(builder, assignment.operatorOf(id), at(a, assignment.scaleOfA(id)), at(b, assignment.scaleOfB(id)));
    made[id]!.set(assignment.scaleOf(id), value);
  }
  const refs = cores.refs;
  return {
    outputs: outputs.map((output) => ref(refs.get(output)!)),
    valueOf: (old) => {
      const known = refs.get(old);
      return known && made[known.core.id]!.get(known.scale);
    },
  };
}

function operate(builder: ProgramBuilder, operator: Operator, a: Value, b: Value): Value {
  return operator === '-reversed' ? builder.binary('-', b, a) : builder.binary(operator, a, b);
}

/** `±2ᵏ · value` */
function multiplied(builder: ProgramBuilder, scale: number, value: Value): Value {
  if (value.kind === 'literal') return builder.literal(scale * value.value);
  return scale === -1 ? builder.negate(value) : builder.binary('*', builder.literal(scale), value);
}
