import fc from 'fast-check';
import { SpecError, type Diagnostic } from '../../src/diagnostics/index.js';
import { compile } from '../../src/kinds/compile.js';
import { verify } from '../../src/kinds/verify.js';
import type { CompiledBodyClass } from '../../src/emit/compile-body.js';
import type { CompiledClass } from '../../src/emit/compile.js';
import type { CompiledEnergyClass } from '../../src/emit/energy/compile-energy.js';
import { formatReport } from '../../src/verify/index.js';
import { checkBody } from './check-body.js';
import { checkConstraint } from './check-constraint.js';
import { checkEnergy } from './check-energy.js';
import { Drafts } from './drafts.js';
import { EverydaySpecs } from './everyday.js';
import type { Outcome } from './outcome.js';
import { bodyPlacesOf, placesOf } from './places.js';
import { specOf, type RandomSpec } from './specs.js';

/** CPU time that a derivation may take, ms. */
const LONGEST = 1000;

/** Numbers of formulas and places by their outcome. */
export interface Counts {
  formulas: number;
  /** Formulas that are written as people write. */
  everyday: number;
  /** Formulas that were refused with a typed error. */
  refused: number;
  right: number;
  singular: number;
  undefined: number;
  extreme: number;
  /** Classes that passed their proof. */
  proven: number;
  /** Classes whose formula has too few values, at ordinary places, to be proven. */
  unproven: number;
}

/** A spec with a fault, in its smallest form. */
export interface Finding {
  readonly seed: number;
  readonly index: number;
  readonly everyday: number;
  readonly energies: boolean;
  readonly isProven: boolean;
  readonly spec: RandomSpec;
  readonly message: string;
}

export interface FuzzOptions {
  readonly seed: number;
  readonly count: number;
  /** The number of the first formula: with a count of 1, that formula alone. */
  readonly first?: number;
  /** Part of the formulas that is written as people write; 1/3 if left out. */
  readonly everyday?: number;
  /** True to draw energies alone, none of them as people write. */
  readonly energies?: boolean;
  /** Number of everyday classes that are proven; none if left out. */
  readonly verify?: number;
  /** Called after each formula. */
  readonly progress?: (counts: Counts, findings: readonly Finding[]) => void;
}

/** A spec with the seed of the places at which it is evaluated. */
interface Subject {
  readonly spec: RandomSpec;
  readonly seed: number;
  /** True for an everyday spec as it was drawn: to refuse it is a fault. */
  readonly isWhole?: boolean;
}

const DRAFTS = new Drafts().map((draft): Subject => ({ spec: specOf(draft), seed: draft.seed }));
const ENERGIES = DRAFTS.filter(({ spec }) => 'V' in spec);

/**
 * Derives and evaluates random specs, and compares the numbers with those of the formulas at 64
 * digits. Everyday specs must be accepted; some of their classes are proven.
 */
export function fuzz(options: FuzzOptions): { counts: Counts; findings: Finding[] } {
  const { seed, count, first = 0, energies = false, verify: wanted = 0, progress } = options;
  const { everyday = energies ? 0 : 1 / 3 } = options;
  const counts: Counts = {
    formulas: 0,
    everyday: 0,
    refused: 0,
    right: 0,
    singular: 0,
    undefined: 0,
    extreme: 0,
    proven: 0,
    unproven: 0,
  };
  const findings: Finding[] = [];
  const daily = new EverydaySpecs();
  for (let index = first; index < first + count; index++) {
    // Evenly spread, and the same whatever comes before.
    const isEveryday = Math.floor((index + 1) * everyday) > Math.floor(index * everyday);
    const isProven = isEveryday && counts.proven + counts.unproven < wanted;
    let counted: Counts | undefined = counts;
    let found: Subject | undefined;
    const details = fc.check(
      fc.property<[Subject]>(isEveryday ? daily : energies ? ENERGIES : DRAFTS, (subject) => {
        try {
          check(subject, counted, isProven);
        } catch (error) {
          found = subject;
          throw error;
        } finally {
          counted = undefined;
        }
      }),
      // Each formula has a seed of its own, from which it can be made again without those before
      // it.
      { seed: Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b), numRuns: 1 },
    );
    counts.formulas++;
    if (isEveryday) counts.everyday++;
    if (details.failed) {
      const error = details.errorInstance;
      const message = error instanceof Fault ? error.message : describe(error);
      findings.push({ seed, index, everyday, energies, isProven, spec: found!.spec, message });
    }
    progress?.(counts, findings);
  }
  return { counts, findings };
}

type Compiled = CompiledClass | CompiledBodyClass | CompiledEnergyClass;

class Fault extends Error {}

const describe = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message).split('\n').slice(0, 6).join('\n') : String(error);

/** Throws if anything is wrong with the spec. */
function check({ spec, seed, isWhole = false }: Subject, counts: Counts | undefined, isProven: boolean): void {
  const made = compiled(spec, isWhole);
  if (made === undefined) {
    if (counts) counts.refused++;
    return;
  }
  for (const outcome of outcomesOf(made, seed)) {
    if (outcome.kind === 'wrong') throw new Fault(wrong(outcome));
    if (counts) counts[outcome.kind]++;
  }
  if (!isProven) return;
  const report = verify(made, { samples: 60, referenceSamples: 30, seed: seed % 1000 });
  const isOutside = report.warnings.some((warning) => warning.includes('were finite at only'));
  if (!report.pass && !isOutside) throw new Fault(formatReport(report));
  if (counts) counts[report.pass ? 'proven' : 'unproven']++;
}

/** Compiles a spec. Returns nothing if it is refused. */
function compiled(spec: RandomSpec, mustBeAccepted: boolean): Compiled | undefined {
  const start = process.cpuUsage();
  const onWarning = (warnings: readonly Diagnostic[]): void => {
    for (const { code, message } of warnings) if (code === 'W_SELF_CHECK') throw new Fault(message);
  };
  try {
    return Object.values(compile('Fuzz', spec, { onWarning }))[0];
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    for (const { code, message } of error.diagnostics) if (code === 'E_SELF_CHECK') throw new Fault(message);
    if (mustBeAccepted) throw new Fault(error.message);
    return undefined;
  } finally {
    const { user } = process.cpuUsage(start);
    if (user / 1000 > LONGEST) throw new Fault(`derivation takes ${Math.round(user / 1000)} ms`);
  }
}

function outcomesOf({ type }: Compiled, seed: number): readonly Outcome[] {
  if ('coordinates' in type) return checkBody(type, bodyPlacesOf(type, seed));
  return 'energyKernel' in type ? checkEnergy(type, placesOf(type, seed)) : checkConstraint(type, placesOf(type, seed));
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
export function formatFinding({ seed, index, everyday, energies, isProven, spec, message }: Finding): string {
  const mode = energies
    ? ' --energies'
    : everyday === 1
      ? ' --everyday'
      : everyday === 1 / 3
        ? ''
        : ` --share ${everyday}`;
  return [
    `FOUND (formula ${index} of seed ${seed}; again: npm run fuzz -- --seed ${seed} --first ${index} --count 1${mode}${isProven ? ' --verify 1' : ''})`,
    JSON.stringify(spec, undefined, 2),
    message,
  ].join('\n');
}
