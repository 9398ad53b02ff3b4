/**
 * `holonomic/vitest`: proofs as tests.
 * @module holonomic/vitest
 */
import { beforeAll, describe, it } from 'vitest';
import { checkArgument, type OptionRule } from '../diagnostics/arguments.js';
import { compileDerived } from '../kinds/compile.js';
import { deriveAll } from '../kinds/derive.js';
import { generatedClasses, proverOf } from '../kinds/generated-classes.js';
import { markOf } from '../kinds/index.js';
import type { AnyType } from '../kinds/kind.js';
import { formatQuantity } from '../verify/format-report.js';
import { checkVerifyOptions } from '../verify/options.js';
import type { VerificationReport, VerifyOptions } from '../verify/index.js';

/** A generated class of a constraint or a body. */
export interface GeneratedClass {
  readonly type: AnyType;
}

/**
 * Generated classes; a module that exports some (`import * as generated from …`); or the result of
 * `import.meta.glob`: modules by path, or functions that import them.
 */
export type ConstraintSource = readonly GeneratedClass[] | Readonly<Record<string, unknown>>;

/**
 * Declares one test per class and quantity: `C`, `Cdot`, `J`, `Jdot`, `gamma` of a constraint;
 * connectors, mass matrix, forces and energies of a body. The test proves that the class computes
 * what its formula says, at random configurations, against differences and against 64-digit
 * arithmetic. A failure names the entry, the configuration, the value computed and the value
 * expected. Specs are proven by the classes that they compile to.
 *
 * ```ts
 *  describeConstraints(import.meta.glob('../generated/*.ts'));
 *  describeConstraints([Distance2D, PointOnWave], { samples: 20 });
 * ```
 */
export function describeConstraints(source: ConstraintSource, options: VerifyOptions = {}): void {
  checkArgument('describeConstraints', 'source', source, SOURCE);
  checkVerifyOptions(options);
  if (isList(source)) declare('constraints', () => source.map(({ type }) => type), options);
  else if (!Object.keys(source).some(isPath)) declare('constraints', () => typesOf(source), options);
  else declareModules(source, options);
}

/** Declares the tests of each module. A class that several export is proven once. */
function declareModules(modules: Readonly<Record<string, unknown>>, options: VerifyOptions): void {
  const proven = new Set<AnyType>();
  // An index only exports what other modules define: it comes last.
  const paths = Object.keys(modules).sort((a, b) => Number(isIndex(a)) - Number(isIndex(b)));
  for (const path of paths)
    declare(
      path,
      async () => {
        const module = modules[path];
        const types = typesOf(typeof module === 'function' ? await (module as () => unknown)() : module);
        const own = types.filter((type) => !proven.has(type));
        own.forEach((type) => proven.add(type));
        return own;
      },
      options,
    );
}

const isIndex = (path: string): boolean => /(^|\/)index\.\w+$/.test(path);

const SOURCE: OptionRule = {
  is: (source) => (Array.isArray(source) ? generatedClasses(source).size === source.length : isModule(source)),
  expected: 'a list of generated classes, a module, or modules by path',
};

/** Tests for a module; modules have no prototype. */
const isModule = (source: unknown): boolean => typeof source === 'object' && source !== null;

function declare(
  name: string,
  load: () => readonly AnyType[] | Promise<readonly AnyType[]>,
  options: VerifyOptions,
): void {
  describe(name, async () => {
    const types = await load();
    // A module beside the classes may hold only helper functions.
    if (types.length === 0) it.skip('exports no constraint, no body and no energy of its own', () => undefined);
    else describeTypes(types, options);
  });
}

const isList = (source: ConstraintSource): source is readonly GeneratedClass[] => Array.isArray(source);

/**
 * Tests for a path of a module as in `import.meta.glob`. Names of exports have no such characters.
 */
const isPath = (key: string): boolean => /[./]/.test(key);

function typesOf(exports: unknown): AnyType[] {
  if (typeof exports !== 'object' || exports === null) return [];
  const specs = Object.entries(exports).filter(([, value]) => markOf(value) !== undefined);
  return [
    ...generatedClasses(exports).values(),
    ...specs.flatMap(([name, spec]) => deriveAll(name, spec).map((derivation) => compileDerived(derivation).type)),
  ];
}

function describeTypes(types: readonly AnyType[], options: VerifyOptions): void {
  for (const type of types)
    describe(type.name, () => {
      const prover = proverOf(type);
      let report: VerificationReport<string>;
      beforeAll(() => {
        report = prover.verify(options);
      });
      const quantities = prover.quantities();
      for (const quantity of quantities)
        it(quantity, () => {
          const { pass } = report.quantities[quantity]!;
          // A class of which nothing could be checked is not proven.
          const vacuous = !report.pass && quantities.every((one) => report.quantities[one]!.pass);
          if (!pass || vacuous) throw failure(report, quantity);
        });
    });
}

function failure(report: VerificationReport<string>, quantity: string): Error {
  const { name, samples, seed } = report;
  const lines = [
    ...(samples === 0
      ? [`${name}: no sample, so that nothing of ${quantity} was checked (seed ${seed})`]
      : [
          `${name}: ${quantity} is not what the formula says (${samples} samples, seed ${seed})`,
          ...formatQuantity(quantity, report.quantities[quantity]!),
        ]),
    ...report.warnings.map((warning) => `  ${warning}`),
  ];
  const error = new Error(lines.join('\n'));
  // The place in this file is of no interest to the reader.
  error.stack = error.message;
  return error;
}
