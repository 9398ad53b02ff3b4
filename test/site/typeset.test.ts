import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formulaTex } from '../../site/build/formula-tex.js';
import { rulesOf, type Line } from '../../site/build/rules.js';
import { equations } from '../../site/build/typeset.js';
import { loadScene } from '../../src/scene/index.js';
import { parseFormula } from '../../src/syntax/parse.js';
import { partsOf, type Syntax } from '../../src/syntax/syntax.js';
import { someOf } from '../support/scope.js';

const ROOT = join(import.meta.dirname, '../..');
const scenes = readdirSync(join(ROOT, 'scenes')).map((name) => basename(name, '.json'));

test.each([
  // An entry of C is zero where it is no comparison; sides stay where they stand.
  ['dot(u, w)', 'u \\cdot w = 0'],
  ['low <= a - b <= high', '\\mathrm{low} \\le a - b \\le \\mathrm{high}'],
  // Brackets where the meaning needs them, and nowhere else.
  ['a - (b - c) == (d)', 'a - \\left(b - c\\right) = d'],
  ['-dot(a, b) / 2 * c', '-\\frac{a \\cdot b}{2} \\, c = 0'],
  ['-(a + b) * (c) == 0', '-\\left(a + b\\right) \\, c = 0'],
  ['dot(a, b) * c - cross(a, b)', '\\left(a \\cdot b\\right) \\, c - a \\times b = 0'],
  ['dot(a + b, 2 c)', '\\left(a + b\\right) \\cdot \\left(2 \\, c\\right) = 0'],
  ['-x^2 + (-x)^2', '-{x}^{2} + {\\left(-x\\right)}^{2} = 0'],
  ['sin(x)^2 / (2 * 3)', '\\frac{{\\sin\\left(x\\right)}^{2}}{2 \\cdot 3} = 0'],
  ['x * 1e-3 + 2.5e3', 'x \\cdot 10^{-3} + 2.5 \\cdot 10^{3} = 0'],
  // Rates: a dot over a name, d/dt before anything else.
  ['ddt(theta) + ddt(p.x) + ddt(p).x', '\\dot{\\theta} + \\dot{p}_{x} + {\\dot{p}}_{x} = 0'],
  ['ddt(norm(a - b))', '\\frac{\\mathrm{d}}{\\mathrm{d} t} \\left(\\left\\lVert a - b \\right\\rVert\\right) = 0'],
  ['p == [x, [1, 2][1]]', 'p = \\begin{pmatrix} x \\\\ {\\begin{pmatrix} 1 \\\\ 2 \\end{pmatrix}}_{1} \\end{pmatrix}'],
  ['transpose(A + B)[1, 2]', '{\\left({\\left(A + B\\right)}^{\\mathsf{T}}\\right)}_{1, 2} = 0'],
  ['log(x, 2) + log(x) + nthRoot(x, 5)', '\\log_{2}\\left(x\\right) + \\ln\\left(x\\right) + \\sqrt[5]{x} = 0'],
  ['sum(k, 2:4, k x + sum(j, 1:2, 3))', '\\sum_{k=2}^{4} \\left(k \\, x + 2 \\cdot 3\\right) = 0'],
  [
    'x > 0 ? hypot(x, y) : -y',
    '\\begin{cases} \\operatorname{hypot}\\left(x, y\\right) & x > 0 \\\\ -y & \\text{otherwise} \\end{cases} = 0',
  ],
])('%s is written as it stands', (formula, tex) => {
  expect(formulaTex(formula, true)).toBe(tex);
  expect(mathIn(tex)).toMatch(/^<math /);
});

/** Typesets a line. Throws for TeX that temml cannot read. */
const mathIn = (tex: string): string => equations([tex]).replace(/^<div>|<\/div>$/g, '');

const wordsOf = (math: string): string => math.replace(/<[^>]*>/g, ' ');

/** The names of quantities and the numbers in a formula, with repetitions. */
const leavesOf = (syntax: Syntax): readonly string[] =>
  syntax.kind === 'name'
    ? [syntax.name]
    : syntax.kind === 'number'
      ? [syntax.text]
      : partsOf(syntax.kind === 'call' ? { ...syntax, kind: 'list', items: syntax.args } : syntax).flatMap(leavesOf);

/** What is seen of a name: a Greek letter, or a letter apart from its number. */
const GREEK: Readonly<Record<string, string>> = { theta: 'θ', phi: 'ϕ', alpha: 'α', beta: 'β', pi: 'π' };
const seen = (leaf: string): string => {
  const [, stem = '', index = ''] = /^([a-z]+?)(\d*)$/.exec(leaf) ?? [];
  if (stem === '' || (stem.length > 1 && !(stem in GREEK))) return leaf;
  return `${GREEK[stem] ?? stem}${index}`;
};

describe.each(someOf(scenes, 10))('the rules of %s', (name) => {
  test('are typeset, each with all of its names and numbers', async () => {
    const scene = await loadScene(JSON.parse(readFileSync(join(ROOT, `scenes/${name}.json`), 'utf8')));
    const rules = rulesOf(scene, scene.build());
    expect(rules.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThanOrEqual(
      scene.build().world.constraints.length,
    );
    const lines = rules.flatMap(({ formulas, where }): readonly Line[] => [...formulas, ...where]);
    for (const { text, tex } of lines) {
      const words = wordsOf(mathIn(tex)).replaceAll(/[\s˙]+/g, '');
      expect(words, text).not.toMatch(/[\\{}_$]/);
      const count = (part: string): number => words.split(part).length - 1;
      const leaves = leavesOf(parseFormula(text.replace(/^(\w+) = /, '$1 == ')).syntax).map(seen);
      for (const leaf of leaves)
        expect(count(leaf), `${leaf} in ${text}`).toBeGreaterThanOrEqual(leaves.filter((one) => one === leaf).length);
    }
  });
});
