import { compileClass } from '../src/emit/compile.js';
import { deriveAll } from '../src/kinds/derive.js';
import type { SpaceDerivation } from '../src/derive/derive-space.js';
import { missingCompiler } from '../test/support/c-compiler.js';
import { alteredModule, type Alteration } from '../test/support/altered-toolkit.js';
import { loadLibrary } from './library.js';
import { report } from './figures.js';
import { cpuTime, median } from './measure.js';
import { YARDSTICKS } from './yardstick/cases.js';
import { race } from './yardstick/race.js';
import { raceInC } from './yardstick/race-in-c.js';

/** The passes, each with the alteration that disables it. */
const PASSES: Readonly<Record<string, Alteration>> = {
  'rules of angles': {
    file: 'src/symbolic/graph.ts',
    find: "if (node.kind === 'call') this.#rules.set(node, rule);",
    replace: 'void rule;',
  },
  'shared pairs of factors': {
    file: 'src/lower/shared-products.ts',
    find: 'const split = sharePairs(',
    replace: 'const split = ((lists: FactorMember[][], _: unknown) => lists)(',
  },
  'shared reciprocals': {
    file: 'src/lower/share-reciprocals.ts',
    find: 'count >= SHARED_FROM || (existing.has(atom) && count > 1)',
    replace: 'count > 1e9',
  },
  'stable forms': {
    file: 'src/lower/stable-forms.ts',
    find: 'if (first === undefined || terms.length > 2) return undefined;',
    replace: 'if (first === undefined || terms.length < 9) return undefined;',
  },
};

/** Least, median, most. */
const spread = (ratios: readonly number[]): string =>
  ratios.length === 0
    ? ''
    : [Math.min(...ratios), median(ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2)).join(' … ');

type Derive = typeof deriveAll;
interface Pass {
  readonly operations: number;
  readonly derivation: number;
  readonly yardsticks: readonly SpaceDerivation[];
}

/**
 * Prints what each pass of the derivation gains: derives the library and the yardsticks without it,
 * and with all passes.
 */
export async function benchPasses(): Promise<void> {
  const library = await loadLibrary();
  const measure = (deriveWith: Derive): Pass => {
    const constraintsOf = (name: string, spec: unknown): SpaceDerivation[] =>
      deriveWith(name, spec).filter((derivation) => derivation.kind === 'constraint');
    const work = (): SpaceDerivation[] => library.flatMap(({ name, spec }) => constraintsOf(name, spec));
    work();
    const times = [1, 2, 3].map(() => cpuTime(work));
    return {
      operations: work().reduce((sum, { operations }) => sum + operations.kernel.total, 0),
      derivation: median(times),
      yardsticks: YARDSTICKS.map((yardstick) =>
        constraintsOf(yardstick.name, yardstick.spec).find(({ space }) => space === yardstick.space)!,
      ),
    };
  };
  const all = measure(deriveAll);
  const rows = [['all', String(all.operations), `${all.derivation.toFixed(0)} ms`, '', '']];
  for (const [name, alteration] of Object.entries(PASSES)) {
    const without = measure(
      (await alteredModule<{ deriveAll: Derive }>('src/kinds/derive.ts', [alteration])).deriveAll,
    );
    const ratios = all.yardsticks.map((derivation, i) => {
      const [kernel, other] = [derivation, without.yardsticks[i]!].map((each) => compileClass(each).type.kernel);
      return race(compileClass(derivation).type, [kernel!, other!]).ratios[1]!;
    });
    const inC =
      missingCompiler === undefined
        ? all.yardsticks.map((derivation, i) => raceInC(derivation, without.yardsticks[i]!))
        : [];
    rows.push([
      `without ${name}`,
      `${without.operations} (${(100 * (without.operations / all.operations - 1)).toFixed(1)} %)`,
      `${without.derivation.toFixed(0)} ms`,
      spread(ratios),
      spread(inC),
    ]);
  }
  report(
    'passes',
    'Operations of the library and the time to derive it; time of the sixteen yardsticks beside that with\n' +
      'all passes, in JavaScript and in C (least, median, most)',
    [['passes', 'operations', 'derivation', 'kernels', 'kernels in C'], ...rows],
  );
}
