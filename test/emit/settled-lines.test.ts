import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { format } from 'prettier';
import { describe, expect, it } from 'vitest';
import { deriveAll } from '../../src/kinds/derive.js';
import { declareDerived } from '../../src/kinds/index.js';
import { SpecError } from '../../src/diagnostics/index.js';
import { createRenderer } from '../../src/emit/file.js';
import { FORMAT } from '../../src/emit/format.js';
import { findSpecFiles, loadSpecFiles } from '../../src/generate/load-specs.js';
import { SAMPLES } from '../support/function-samples.js';

const renderer = createRenderer();

const ROOT = join(import.meta.dirname, '../..');

const rendered = (C: string, where: Readonly<Record<string, string>>, className = 'Test'): Promise<string> => {
  const spec = {
    summary: 'Under test.',
    space: 2,
    inputs: { x: 'scalar', y: 'scalar', z: 'scalar' },
    where,
    C: [C, 'x + y + z'],
  };
  return renderer.file({ source: 'spec.ts', hash: '0', classes: deriveAll(className, spec).map(declareDerived) });
};

/** Lines that the formatter does not see must be as it would have written them: formatting the whole changes nothing. */
async function expectFormatted(formula: string, where: Readonly<Record<string, string>> = {}): Promise<void> {
  const text = await rendered(formula, where);
  expect(text, formula).toBe(await format(text, FORMAT));
}

const formulas: fc.Arbitrary<string> = fc.letrec<{ value: string; test: string }>((tie) => {
  const value = tie('value');
  const leaf = fc.constantFrom('x', 'y', '2', '0.5', 'pi', '2 * pi', '1e21', '3e-9', 'x^2', 'y^-2');
  return {
    value: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.tuple(value, fc.constantFrom('+', '-', '*', '/', '*', '/'), value).map(([a, op, b]) => `(${a} ${op} ${b})`),
      fc.tuple(fc.constantFrom('sin', 'exp', 'abs', '-', 'atan'), value).map(([f, a]) => `${f}(${a})`),
      fc.tuple(value, fc.constantFrom('1.5', 'x', '-3')).map(([a, exponent]) => `(exp(${a}))^(${exponent})`),
      fc.tuple(tie('test'), value, value).map(([p, a, b]) => `(${p} ? ${a} : ${b})`),
    ),
    test: fc.oneof(
      { maxDepth: 3 },
      fc.tuple(value, fc.constantFrom('<', '<=', '>', '=='), value).map(([a, op, b]) => `(${a} ${op} ${b})`),
      fc.tuple(tie('test'), fc.constantFrom('and', 'or'), tie('test')).map(([p, op, q]) => `(${p} ${op} ${q})`),
      tie('test').map((p) => `(not ${p})`),
    ),
  };
}).value;

describe('an emitted file is as the formatter writes it', () => {
  it('for every function of the language', async () => {
    for (const call of Object.keys(SAMPLES)) await expectFormatted(`x * (${call}) / y`);
  });

  it('for a function that has nothing to do', async () => {
    await expectFormatted('2 * x - y');
  });

  it('for selections in one another, connectives and long sums', async () => {
    await expectFormatted('x > 0 ? (y > 0 ? x * y : x / y) : (x < -1 and y < 2 or x == y ? x : y^2)');
    await expectFormatted('x > 0 and y > 0 and z > 0 ? x * y : z^2');
    await expectFormatted('x > 0 or (y > 0 or z > 0) ? x * y : z^2');
    await expectFormatted('(x > 0 or y > 0) and (z > 0 or x > y) ? x * y : z^2');
    const long = Array.from({ length: 12 }, (_, k) => `sin(${k + 2} * x) / (${k + 2} * y + ${1e21 + k}) * x^${k}`);
    await expectFormatted(long.join(' + '));
  });

  it('where a line just fits, and where it just does not', async () => {
    for (let length = 38; length <= 48; length++) {
      const [a, b] = ['a'.repeat(length), 'b'.repeat(length)];
      await expectFormatted(`atan2(${a}, ${b})`, { [a]: 'x + y', [b]: 'x - y' });
    }
  });

  it('for every class of the library, and the bodies of the runtime', async () => {
    for (const folder of ['generated', 'runtime/bodies/generated'])
      for (const name of await readdir(join(ROOT, folder))) {
        if (!name.endsWith('.ts')) continue;
        const text = await readFile(join(ROOT, folder, name), 'utf8');
        expect(text, name).toBe(await format(text, FORMAT));
      }
  });

  it('for every class of the library without having been shown to the formatter', async () => {
    const plain = createRenderer(false);
    const { files } = findSpecFiles([join(ROOT, 'constraints-spec')]);
    for (const { path, specs } of (await loadSpecFiles(files)).files) {
      const text = await readFile(join(ROOT, 'generated', basename(path)), 'utf8');
      const derivations = specs.flatMap(({ name, spec }) => deriveAll(name, spec));
      const [, source, hash] = /^\/\/ Source: (.*)\n\/\/ Hash: (.*)$/m.exec(text)!;
      expect(await plain.file({ source: source!, hash: hash!, classes: derivations.map(declareDerived) }), path).toBe(
        text,
      );
    }
  });

  it.each([20, 23, 24, 25, 26, 40, 45, 50, 55, 60])('where a class has a name of %d letters', async (length) => {
    const name = 'N'.repeat(length);
    const params = { a: {}, b: { default: 1 }, c: { default: 2 } };
    const inputs = { x: 'scalar', y: 'scalar' } as const;
    const specs = [
      { space: 2, inputs, C: 'x * y' },
      { space: 2, inputs, params: { a: {} }, C: 'x * y - a' },
      { space: 2, inputs, params, C: 'a * x + b * y + c' },
      ...[{ a: {}, b: {}, c: {} }, params].map((given) => ({
        kind: 'body',
        space: 2,
        coordinates: { x: {} },
        params: given,
        points: { p: { at: '[b * x, c * x]', mass: 'a' } },
      })),
    ];
    for (const [k, spec] of specs.entries()) {
      const derivations = deriveAll(name, { summary: 'Under test.', ...spec });
      const text = await renderer.file({ source: 'spec.ts', hash: '0', classes: derivations.map(declareDerived) });
      expect(text, `spec ${k}`).toBe(await format(text, FORMAT));
    }
  });

  it('for random formulas', async () => {
    let checked = 0;
    await fc.assert(
      fc.asyncProperty(formulas, async (formula) => {
        try {
          await expectFormatted(formula);
          checked++;
        } catch (error) {
          // A divisor that is zero everywhere, a row that depends on no input.
          if (!(error instanceof SpecError)) throw error;
        }
      }),
      { numRuns: 100 },
    );
    expect(checked).toBeGreaterThan(50);
  });
});
