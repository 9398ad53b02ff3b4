import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { writeConstantEntries } from '../../runtime/model/constant-entries.js';
import { bodyFunctions, listOf } from '../../src/emit/body-functions.js';
import { constantsFunction } from '../../src/emit/units/constraint.js';
import { headerText, sourceText, supportText } from '../../src/emit/c/files.js';
import { constraintKernel, jdotKernel } from '../../src/emit/kernel.js';
import type { KernelFunction } from '../../src/emit/syntax.js';
import { javascript } from '../../src/emit/targets/javascript.js';
import { printFunction } from '../../src/emit/targets/target.js';
import { describeType } from '../../src/emit/type-description.js';
import { findSpecFiles, loadSpecFiles } from '../../src/generate/load-specs.js';
import { declareUnit } from '../../src/kinds/declare-unit.js';
import { deriveAll } from '../../src/kinds/derive.js';
import type { AnyDerivation } from '../../src/kinds/kind.js';
import { RUNTIME_FUNCTIONS } from '../../src/primitives/index.js';
import { totalSize } from '../../src/sampling/evaluation.js';
import { callC, callerText, type Argument, type CCall, type CSignature } from './c-calls.js';
import { compileC } from './c-compiler.js';
import { exercise } from './exercise.js';

/** An entry that C and JavaScript compute differently. */
export interface Difference {
  readonly name: string;
  readonly entry: number;
  readonly inC: number;
  readonly inJavaScript: number;
}

/** Classes of specs in C, compiled, beside the same classes in JavaScript. */
export class CLibrary {
  readonly #derivations: readonly AnyDerivation[];
  readonly #program: string;
  readonly #functions: readonly CSignature[];
  #calls: CCall[] = [];
  #results: Float64Array[][] = [];

  private constructor(derivations: readonly AnyDerivation[], functions: readonly CSignature[], program: string) {
    this.#derivations = derivations;
    this.#functions = functions;
    this.#program = program;
  }

  /** Compiles the classes of spec files, in a folder. */
  static async compile(folder: string, specs: readonly string[]): Promise<CLibrary> {
    const { files } = await loadSpecFiles(findSpecFiles(specs).files);
    const derivations: AnyDerivation[] = [];
    const headers: string[] = [];
    const sources: string[] = [];
    writeFileSync(join(folder, 'holonomic.h'), supportText());
    for (const { path, specs } of files) {
      const derived = specs.flatMap(({ name, spec }) => deriveAll(name, spec));
      derivations.push(...derived);
      const name = basename(path, '.ts');
      const units = derived.map((derivation) => declareUnit(derivation, true));
      const plan = { name, source: path, hash: '0', units };
      writeFileSync(join(folder, `${name}.h`), headerText(plan));
      writeFileSync(join(folder, `${name}.c`), sourceText(plan));
      headers.push(`"${name}.h"`);
      sources.push(`${name}.c`);
    }
    const functions = derivations.flatMap(functionsOf);
    writeFileSync(join(folder, 'main.c'), callerText(functions, headers));
    return new CLibrary(derivations, functions, compileC(folder, [...sources, 'main.c'], 'main'));
  }

  /** Names of the classes. */
  get names(): readonly string[] {
    return this.#derivations.map(({ className }) => className);
  }

  /**
   * Evaluates all classes at random configurations, at those of the self-check, and where all is
   * zero, in both languages. All results must be the same to the bit.
   */
  compare(samples: number): readonly Difference[] {
    [this.#calls, this.#results] = [[], []];
    for (const derivation of this.#derivations) {
      exercise(derivation, samples, (kernel) => this.#kernel(kernel));
      if (derivation.kind === 'constraint') this.#constants(derivation);
    }
    const written = callC(this.#program, this.#functions, this.#calls);
    return this.#calls.flatMap(({ name }, i) =>
      written[i]!.flatMap((array, j) => {
        const expected = this.#results[i]![j]!;
        return [...array].flatMap((inC, entry) =>
          Object.is(inC, expected[entry]) ? [] : [{ name, entry, inC, inJavaScript: expected[entry]! }],
        );
      }),
    );
  }

  /** A kernel that notes its calls. */
  #kernel(kernel: KernelFunction): (...args: Argument[]) => void {
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- compiles a printed kernel
    const make = new Function(
      ...RUNTIME_FUNCTIONS.keys(),
      `"use strict";\nreturn ${printFunction(javascript, kernel)};`,
    ) as (...functions: unknown[]) => (...args: Argument[]) => void;
    const run = make(...RUNTIME_FUNCTIONS.values());
    return (...args: Argument[]): void => {
      this.#calls.push({ name: kernel.name, args: args.map((arg) => (typeof arg === 'number' ? arg : arg.slice())) });
      run(...args);
      this.#results.push(
        kernel.parameters.flatMap(({ type }, i) =>
          type === 'results' ? [args[i] as Float64Array].map((a) => a.slice()) : [],
        ),
      );
    };
  }

  /** The entries of `J` that never change: all that the kernel does not write, and no others. */
  #constants(derivation: Extract<AnyDerivation, { kind: 'constraint' }>): void {
    const type = describeType(derivation);
    const count = 2;
    const { name, parameters } = constantsFunction(derivation);
    const entries = type.rows * totalSize(type.inputs) * count;
    const J = new Float64Array(entries);
    writeConstantEntries(type, count, J);
    const text = printFunction(javascript, constraintKernel(derivation));
    J.forEach((_, i) => {
      const place = i % (entries / count);
      const index = entries === count ? 'k' : place === 0 ? 'block' : `block + ${place}`;
      if (text.includes(` J[${index}] =`)) J[i] = NaN;
    });
    this.#calls.push({
      name,
      args: parameters.map(({ type: kind }) => (kind === 'integer' ? count : J.map(() => NaN))),
    });
    this.#results.push([J]);
  }
}

const functionsOf = (derivation: AnyDerivation): readonly CSignature[] =>
  derivation.kind === 'constraint'
    ? [constraintKernel(derivation), jdotKernel(derivation), constantsFunction(derivation)]
    : derivation.kind === 'body'
      ? listOf(bodyFunctions(derivation))
      : [];
