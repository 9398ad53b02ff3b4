import { deriveSpace, type SpaceDerivation } from '../src/derive/derive-space.js';
import { checkConstraint, KERNEL_QUANTITIES } from '../src/self-check/constraint-check.js';
import { checkRows } from '../src/self-check/rows.js';
import { constraintFormula } from '../src/spec/constraint-formula.js';
import { deriveLibrary } from './library.js';
import { report } from './figures.js';
import { cpuTime, median } from './measure.js';

const ROUNDS = 15;
const SHOWN = ['Distance2D', 'Distance3D', 'Angle3D', 'Cam', 'Hinge', 'HingeLock', 'Weld3D', 'TetrahedronVolume'];

/** Repeats the self-check of a derivation, as {@link deriveSpace} makes it. */
function checkAgain({ spec, inputs, params, expanded, levels, kernel, jdotKernel }: SpaceDerivation): void {
  const check = checkConstraint({ inputs, params, formula: constraintFormula(spec) }, expanded, levels);
  checkRows(check, spec, expanded.rows);
  check.compare(kernel, KERNEL_QUANTITIES);
  check.compare(jdotKernel, ['Jdot']);
}

/**
 * Prints the time of the self-check beside that of the derivation that it is a part of: medians of
 * CPU times.
 */
export async function benchSelfCheck(): Promise<void> {
  const { constraints } = await deriveLibrary();
  const derived = constraints.map((): number[] => []);
  const checked = constraints.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++)
    constraints.forEach((derivation, i) => {
      const { className, spec, space } = derivation;
      derived[i]!.push(
        cpuTime(() => {
          deriveSpace(className, spec, space);
        }),
      );
      checked[i]!.push(
        cpuTime(() => {
          checkAgain(derivation);
        }),
      );
    });
  const row = (name: string, check: number, whole: number): string[] => [
    name,
    `${(whole - check).toFixed(2)} ms`,
    `${check.toFixed(2)} ms`,
    `${((100 * check) / (whole - check)).toFixed(0)} %`,
  ];
  const later = (times: readonly number[]): number => median(times.slice(1));
  const sum = (lists: readonly (readonly number[])[], pick: (times: readonly number[]) => number): number =>
    lists.reduce((total, times) => total + pick(times), 0);
  report('self-check', 'Self-check of constraints, beside the rest of the derivation', [
    ['class', 'derivation', 'self-check', 'ratio'],
    ...constraints.flatMap(({ className }, i) =>
      SHOWN.includes(className) ? [row(className, later(checked[i]!), later(derived[i]!))] : [],
    ),
    row(`all ${constraints.length}`, sum(checked, later), sum(derived, later)),
  ]);
}
