import { fileText } from '../src/emit/file.js';
import { deriveAll } from '../src/kinds/derive.js';
import { declareDerived } from '../src/kinds/declare.js';
import { spatialHinge, spatialRod } from './spatial-joints.js';
import { loadLibrary } from './library.js';
import { report } from './figures.js';
import { median } from './measure.js';

/**
 * Prints the time to derive and to emit, without formatting: the library, and two spatial bodies
 * written in scalars.
 */
export async function benchDerivationSpeed(): Promise<void> {
  const library = await loadLibrary();
  const time = (work: () => void): { first: number; later: number } => {
    const times: number[] = [];
    for (let round = 0; round < 7; round++) {
      const start = performance.now();
      work();
      times.push(performance.now() - start);
    }
    return { first: times[0]!, later: median(times.slice(1)) };
  };
  const emit = (name: string, spec: unknown): void => {
    const classes = deriveAll(name, spec).map((derivation) => declareDerived(derivation, true));
    fileText({ source: `${name}.ts`, hash: '', classes });
  };
  const whole = time(() => {
    for (const { name, spec } of library) emit(name, spec);
  });
  const rod = time(() => {
    emit('SpatialRod', spatialRod);
  });
  const hinge = time(() => {
    emit('SpatialHinge', spatialHinge);
  });
  const row = (name: string, { first, later }: { first: number; later: number }, goal: string): string[] => [
    name,
    `${first.toFixed(0)} ms`,
    `${later.toFixed(0)} ms`,
    goal,
  ];
  report(
    'derivation',
    'Derivation and emission, without formatting (first run in the process, median of the later ones)',
    [
      ['what', 'first', 'later', 'goal'],
      row(`library, ${library.length} specs`, whole, '< 1000 ms'),
      row('rod between two spatial bodies, 14 coordinates', rod, '< 50 ms'),
      row('hinge of two spatial bodies, 5 rows, 14 coordinates', hinge, ''),
    ],
  );
}
