import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { writeConstantEntries } from '../../runtime/model/constant-entries.js';
import { bodyFunctions, listOf } from '../../src/emit/body-functions.js';
import { constantsFunction } from '../../src/emit/units/constraint.js';
import { headerText, sourceText, supportText } from '../../src/emit/c/files.js';
import { constraintKernel, jdotKernel } from '../../src/emit/kernel.js';
import type { KernelFunction } from '../../src/emit/syntax.js';
import { call } from '../../src/emit/targets/infix.js';
import { javascript } from '../../src/emit/targets/javascript.js';
import { printFunction } from '../../src/emit/targets/target.js';
import { describeType } from '../../src/emit/type-description.js';
import { findSpecFiles, loadSpecFiles } from '../../src/generate/load-specs.js';
import { declareUnit } from '../../src/kinds/declare-unit.js';
import { deriveAll } from '../../src/kinds/derive.js';
import type { AnyDerivation } from '../../src/kinds/kind.js';
import { mapTargetFunctions, RUNTIME_FUNCTIONS } from '../../src/primitives/index.js';
import { totalSize } from '../../src/sampling/evaluation.js';
import { callC, callerText, type Argument, type CCall, type CSignature } from './c-calls.js';
import { compileC } from './c-compiler.js';
import { exercise } from './exercise.js';

/** Functions of C whose values IEEE 754 prescribes, those that holonomic.h has, and curves. */
const EXACT: ReadonlySet<string> = new Set([
  ...['fabs', 'sqrt', 'holonomic_min', 'holonomic_max', 'holonomic_sign'],
  ...Object.values(mapTargetFunctions(({ names, ofCurve }) => (ofCurve === true ? names.c : 'fabs'))),
]);

/** What C's other functions are called by, and what JavaScript has for them. */
const INEXACT: ReadonlyMap<string, (...args: number[]) => number> = new Map(
  Object.values(mapTargetFunctions(({ names, evaluate }) => [names.c, evaluate] as const)).filter(
    ([name]) => !EXACT.has(name),
  ),
);

/** JavaScript that calls those functions of an object `libm`. */
const REPLAYED = {
  ...javascript,
  functions: {
    ...javascript.functions,
    ...Object.fromEntries(
      Object.entries(mapTargetFunctions(({ names }) => names.c)).flatMap(([name, c]) =>
        EXACT.has(c) ? [] : [[name, call(`libm.${c}`)]],
      ),
    ),
  },
};

/** The functions of C's library as functions of a batch. */
const LIBM: readonly CSignature[] = [...INEXACT].map(([name, evaluate]) => ({
  name: `all_${name}`,
  parameters: [
    { name: 'count', type: 'integer', isUsed: true },
    ...Array.from({ length: Math.max(1, evaluate.length) }, (_, i) => ({
      name: `a${i}`,
      type: 'numbers' as const,
      isUsed: true,
    })),
    { name: 'result', type: 'results', isUsed: true },
  ],
}));

const libmText = (): string =>
  [...INEXACT]
    .map(([name, { length }]) => {
      const names = Array.from({ length: Math.max(1, length) }, (_, i) => `a${i}`);
      return `static void all_${name}(ptrdiff_t count, ${names.map((a) => `const double *${a}, `).join('')}double *result) {
  for (ptrdiff_t k = 0; k < count; k++) result[k] = ${name}(${names.map((a) => `${a}[k]`).join(', ')});
}`;
    })
    .join('\n');

/** An entry that C and JavaScript compute differently. */
export interface Difference {
  readonly name: string;
  readonly entry: number;
  readonly inC: number;
  readonly inJavaScript: number;
}

/** A value of a function of C's library, and JavaScript's. */
export interface FunctionValue {
  readonly name: string;
  readonly args: readonly number[];
  readonly inC: number;
  readonly inJavaScript: number;
}

/** Classes of specs in C, compiled, beside the same classes in JavaScript. */
export class CLibrary {
  readonly #derivations: readonly AnyDerivation[];
  readonly #program: string;
  readonly #functions: readonly CSignature[];
  readonly #known = new Map<string, FunctionValue>();
  readonly #pending = new Map<string, { readonly name: string; readonly args: readonly number[] }>();
  #calls: CCall[] = [];
  #results: Float64Array[][] = [];
  #called: string | undefined;
  /** The classes that call functions of C's library. */
  readonly callers = new Set<string>();

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
    const functions = [...derivations.flatMap(functionsOf), ...LIBM];
    writeFileSync(join(folder, 'libm.h'), `#include "holonomic.h"\n${libmText()}\n`);
    writeFileSync(join(folder, 'main.c'), callerText(functions, [...headers, '"libm.h"']));
    return new CLibrary(derivations, functions, compileC(folder, [...sources, 'main.c'], 'main'));
  }

  /** Names of the classes. */
  get names(): readonly string[] {
    return this.#derivations.map(({ className }) => className);
  }

  /** The values of functions of C's library that the classes used. */
  get functionValues(): readonly FunctionValue[] {
    return [...this.#known.values()];
  }

  /**
   * Evaluates all classes at random configurations, at those of the self-check, and where all is
   * zero, in both languages. JavaScript takes the values of functions such as the sine from C, so
   * that all results must be the same to the bit.
   */
  compare(samples: number): readonly Difference[] {
    // A value that is asked for first may be an argument of the next.
    do this.#ask();
    while (this.#evaluate(samples) > 0);
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

  /** Returns the number of values of C's functions that were missing. */
  #evaluate(samples: number): number {
    [this.#calls, this.#results] = [[], []];
    for (const derivation of this.#derivations) {
      this.#called = derivation.className;
      exercise(derivation, samples, (kernel) => this.#kernel(kernel));
      if (derivation.kind === 'constraint') this.#constants(derivation);
    }
    return this.#pending.size;
  }

  #ask(): void {
    const byName = new Map<string, [string, { readonly args: readonly number[] }][]>();
    for (const [key, value] of this.#pending) {
      if (!byName.has(value.name)) byName.set(value.name, []);
      byName.get(value.name)!.push([key, value]);
    }
    this.#pending.clear();
    const calls = [...byName].map(([name, list]): CCall => {
      const width = list[0]![1].args.length;
      const columns = Array.from({ length: width }, (_, i) => Float64Array.from(list, ([, { args }]) => args[i]!));
      return { name: `all_${name}`, args: [list.length, ...columns, new Float64Array(list.length)] };
    });
    const values = callC(this.#program, this.#functions, calls);
    [...byName].forEach(([name, list], i) => {
      list.forEach(([key, { args }], k) => {
        this.#known.set(key, { name, args, inC: values[i]![0]![k]!, inJavaScript: INEXACT.get(name)!(...args) });
      });
    });
  }

  readonly #libm = Object.fromEntries(
    [...INEXACT].map(([name, evaluate]) => [
      name,
      (...args: number[]): number => {
        this.callers.add(this.#called!);
        const key = `${name} ${args.map((x) => (Object.is(x, -0) ? '-0' : x)).join(' ')}`;
        const known = this.#known.get(key);
        if (known !== undefined) return known.inC;
        this.#pending.set(key, { name, args });
        return evaluate(...args);
      },
    ]),
  );

  /** A kernel that notes its calls. */
  #kernel(kernel: KernelFunction): (...args: Argument[]) => void {
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- compiles a printed kernel
    const make = new Function(
      'libm',
      ...RUNTIME_FUNCTIONS.keys(),
      `"use strict";\nreturn ${printFunction(REPLAYED, kernel)};`,
    ) as (libm: object, ...functions: unknown[]) => (...args: Argument[]) => void;
    const run = make(this.#libm, ...RUNTIME_FUNCTIONS.values());
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
