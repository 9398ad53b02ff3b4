import fc from 'fast-check';
import { SpecError, type Diagnostic } from '../../src/diagnostics/index.js';
import { compile } from '../../src/kinds/compile.js';
import type { CompiledBodyClass } from '../../src/emit/compile-body.js';
import type { CompiledClass } from '../../src/emit/compile.js';
import type { BodySpec } from '../../src/spec/body-spec.js';
import type { ConstraintSpec } from '../../src/spec/constraint-spec.js';
import { checkBody } from './check-body.js';
import { checkConstraint } from './check-constraint.js';
import { Drafts, type Draft } from './drafts.js';
import type { Outcome } from './outcome.js';
import { bodyPlacesOf, placesOf } from './places.js';
import { specOf } from './specs.js';

/** CPU time that a derivation may take, ms. */
const LONGEST = 1000;

/** Numbers of formulas and places by their outcome. */
export interface Counts {
  formulas: number;
  /** Formulas that were refused with a typed error. */
  refused: number;
  right: number;
  singular: number;
  undefined: number;
  extreme: number;
}

/** A spec with a fault, in its smallest form. */
export interface Finding {
  readonly seed: number;
  readonly index: number;
  readonly spec: ConstraintSpec | BodySpec;
  readonly message: string;
}

export interface FuzzOptions {
  readonly seed: number;
  readonly count: number;
  /** The number of the first formula: with a count of 1, that formula alone. */
  readonly first?: number;
  /** Called after each formula. */
  readonly progress?: (counts: Counts, findings: readonly Finding[]) => void;
}

/**
 * Derives and evaluates random specs, and compares the numbers with those of the formulas at 64
 * digits.
 */
export function fuzz({ seed, count, first = 0, progress }: FuzzOptions): { counts: Counts; findings: Finding[] } {
  const counts: Counts = { formulas: 0, refused: 0, right: 0, singular: 0, undefined: 0, extreme: 0 };
  const findings: Finding[] = [];
  const drafts = new Drafts();
  for (let index = first; index < first + count; index++) {
    let counted: Counts | undefined = counts;
    const details = fc.check(
      fc.property(drafts, (draft) => {
        check(draft, counted);
        counted = undefined;
      }),
      // Each formula has a seed of its own, from which it can be made again without those before
      // it.
      { seed: Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b), numRuns: 1 },
    );
    counts.formulas++;
    if (details.failed) {
      const error = details.errorInstance;
      const message = error instanceof Fault ? error.message : describe(error);
      findings.push({ seed, index, spec: specOf(details.counterexample![0]), message });
    }
    progress?.(counts, findings);
  }
  return { counts, findings };
}

class Fault extends Error {}

const describe = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message).split('\n').slice(0, 6).join('\n') : String(error);

/** Throws if anything is wrong with the spec. */
function check(draft: Draft, counts: Counts | undefined): void {
  const spec = specOf(draft);
  const made = compiled(spec);
  if (made === undefined) {
    if (counts) counts.refused++;
    return;
  }
  for (const outcome of outcomesOf(made, draft.seed)) {
    if (outcome.kind === 'wrong') throw new Fault(wrong(outcome));
    if (counts) counts[outcome.kind]++;
  }
}

/** Compiles a spec. Returns nothing if it is refused. */
function compiled(spec: ConstraintSpec | BodySpec): CompiledClass | CompiledBodyClass | undefined {
  const start = process.cpuUsage();
  const onWarning = (warnings: readonly Diagnostic[]): void => {
    for (const { code, message } of warnings) if (code === 'W_SELF_CHECK') throw new Fault(message);
  };
  try {
    return Object.values(compile('Fuzz', spec, { onWarning }))[0];
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    for (const { code, message } of error.diagnostics) if (code === 'E_SELF_CHECK') throw new Fault(message);
    return undefined;
  } finally {
    const { user } = process.cpuUsage(start);
    if (user / 1000 > LONGEST) throw new Fault(`derivation takes ${Math.round(user / 1000)} ms`);
  }
}

function outcomesOf({ type }: CompiledClass | CompiledBodyClass, seed: number): readonly Outcome[] {
  return 'coordinates' in type
    ? checkBody(type, bodyPlacesOf(type, seed))
    : checkConstraint(type, placesOf(type, seed));
}

function wrong({ mismatches, place }: Extract<Outcome, { kind: 'wrong' }>): string {
  const lines = mismatches.map(
    ({ quantity, entry, computed, expected }) => `${quantity}[${entry}] is ${computed}, not ${expected}`,
  );
  return `${lines.join('\n')}\nat ${JSON.stringify(place)}`;
}

/**
 * Writes a finding for people: a spec to paste, the fault and its place, and the command that shows
 * it again.
 */
export function formatFinding({ seed, index, spec, message }: Finding): string {
  return [
    `FOUND (formula ${index} of seed ${seed}; again: npm run fuzz -- --seed ${seed} --first ${index} --count 1)`,
    JSON.stringify(spec, undefined, 2),
    message,
  ].join('\n');
}
