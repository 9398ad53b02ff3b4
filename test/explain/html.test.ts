import { expect, test } from 'vitest';
import { derive } from '../../src/kinds/derive.js';
import { explain } from '../../src/kinds/explain.js';
import { escape, table } from '../../src/explain/html/element.js';
import { highlight } from '../../src/explain/html/highlight.js';
import { entryKind, patternPicture } from '../../src/explain/html/pattern.js';
import { plainCount } from '../../src/explain/html/plain-count.js';
import { countOperations } from '../../src/lower/count.js';
import { lower } from '../../src/lower/lower.js';
import { Graph } from '../../src/symbolic/graph.js';
import * as Q from '../../src/symbolic/rational.js';

const HOSTILE = `</script></style></title><img src=x onerror=alert(1)>&lt;"'\`--><svg onload="x">`;

const rail = {
  summary: `A rail. ${HOSTILE}`,
  doc: HOSTILE,
  space: 2,
  inputs: { p: 'point', u: 'direction', s: { kind: 'scalar', unit: 'm' } },
  params: { k: { unit: 'm', min: -1, max: 3, default: 2, doc: HOSTILE } },
  C: ['dot(p, u) == s', 'p.x == k'],
  sample: { p: [0.5, 2] },
} as const;

test('texts of a spec cannot leave their place', () => {
  const page = explain('Rail', rail, 'html');
  expect(page).not.toMatch(/<(img|script)|<svg onload|onerror=(?!alert)/);
  expect(page.match(/<\/title>/g)).toHaveLength(1);
  expect(page.match(/<\/style>/g)).toHaveLength(1);
  // Summary, doc, and the parameter's.
  expect(page.split(escape(HOSTILE))).toHaveLength(4);
  expect(escape(HOSTILE)).not.toMatch(/[<>"'`]/);
});

test('the page needs nothing beside itself', () => {
  const page = explain('Rail', rail, 'html');
  expect(page).not.toMatch(/\b(src|href)="(?!#)/);
  expect(page).not.toMatch(/url\(|@import|<script|<link/);
  expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
  expect(page).toContain('prefers-color-scheme: dark');
  expect(page).not.toContain('merror');
});

test('everything there is to say is said', () => {
  const page = explain('Rail', rail, 'html');
  const words = page.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
  // Range, default and unit of the parameter; the unit of the scalar; units of rows and forces;
  // ranges of verification.
  expect(words).toContain('k scalar m −1 … 3 2');
  expect(words).toContain('s scalar m');
  expect(words).toContain('C1, C2 m N');
  expect(words).toContain('p , s N');
  expect(words).toContain('p 0.5 2');
  expect(words).toContain('2 rows');
  for (const quantity of ['C', 'Cdot', 'J', 'Jdot', 'gamma'])
    expect(page, quantity).toMatch(new RegExp(`<th scope="row"><code>${quantity}</code></th>.*✓ holds`));
  // J of the first row: u, p, −1; of the second 1 and zeros.
  expect(page).toContain('10 entries: 4 always zero, 2 constant, 4 varying.');
});

test('singular points are listed, with the policy and whether it was tested', () => {
  const rod = { summary: 'A rod.', space: 2, inputs: { a: 'point', b: 'point' }, C: 'norm(a - b) == 1' } as const;
  const page = explain('Rod', rod, 'html');
  const [point] = derive('Rod', rod).spaces[2]!.singular;
  expect(page).toContain(
    `<th scope="row"><code>${escape(point!.where)}</code></th><td>a and b coincide</td><td>${escape(point!.policy)}</td>`,
  );
  expect(page).toContain('Evaluated at 1 of 1 singular points: <strong>finite</strong>');
  expect(explain('Rail', rail, 'html')).not.toContain('singular');
});

test('a page of two classes has them one below the other, and links to them', () => {
  const page = explain('Rod', { summary: 'x', space: [2, 3], inputs: { a: 'point', b: 'point' }, C: 'a - b' }, 'html');
  expect(page).toContain('<h1>Rod2D, Rod3D</h1>');
  expect([...page.matchAll(/<h2>(.*)<\/h2>/g)].map(([, title]) => title)).toEqual(['Rod2D', 'Rod3D']);
  expect(page).toContain('<a href="#Rod3D">Rod3D</a>');
  expect(page).toContain('<article id="Rod3D">');
});

test('headings follow one another without a gap, tables have captions, pictures have words', () => {
  for (const page of [explain('Rail', rail, 'html'), explain('Bead', bead, 'html')]) {
    const levels = [...page.matchAll(/<h([1-6])>/g)].map(([, level]) => Number(level));
    expect(levels[0]).toBe(1);
    levels.slice(1).forEach((level, i) => {
      expect(level - levels[i]!).toBeLessThanOrEqual(1);
    });
    expect(page.match(/<caption>/g)).toHaveLength(page.match(/<table>/g)!.length);
    expect(page.match(/<svg role="img" aria-label="[^"]+"/g)).toHaveLength(page.match(/<svg/g)!.length);
    expect(page.match(/<math/g)!.length).toBeGreaterThanOrEqual(4);
  }
});

const bead = {
  summary: `A bead. ${HOSTILE}`,
  space: 2,
  coordinates: { x: { unit: 'm' }, y: { unit: 'm' } },
  params: { mass: { unit: 'kg', doc: HOSTILE } },
  points: { bead: { at: '[x, y]', mass: 'mass' } },
} as const;

test('a body has a page, too', () => {
  const page = explain('Bead', bead, 'html');
  expect(page).not.toContain('<img');
  expect(page).toContain('4 entries: 2 always zero, 2 constant, 0 varying.');
  expect(page).toContain('constant mass matrix');
  expect(page).toContain('✓ holds');
});

test('code is marked, and marked only', () => {
  const source = `const a = "<b>" + 'x'; // a & b\nif (x < 1e-3) Math.sqrt(a1 * 2.5);`;
  const marked = highlight(source);
  expect(marked).toContain('<span class="keyword">const</span>');
  expect(marked).toContain('<span class="string">&#34;&#60;b&#62;&#34;</span>');
  expect(marked).toContain('<span class="comment">// a &#38; b</span>');
  expect(marked).toContain('<span class="literal">1e-3</span>');
  expect(marked).toContain('<span class="builtin">Math</span>.sqrt(a1 * <span class="literal">2.5</span>)');
  const plain = marked.replace(/<[^>]+>/g, '').replace(/&#(\d+);/g, (_, n: string) => String.fromCharCode(Number(n)));
  expect(plain).toBe(source);
});

test('entries are zero, constant or varying', () => {
  const graph = new Graph();
  const [x, k] = [graph.variable('x'), graph.variable('k')];
  const isFixed = (node: unknown): boolean => node === k;
  expect(entryKind(graph.zero, isFixed)).toBe('zero');
  expect(entryKind(graph.one, isFixed)).toBe('constant');
  expect(entryKind(graph.square(k), isFixed)).toBe('constant');
  expect(entryKind(graph.multiply(k, x), isFixed)).toBe('varying');
  const picture = patternPicture({
    title: '<T>',
    rows: [{ name: '<r>', entries: [graph.zero, graph.number(Q.rational(-2)), x] }],
    groups: [
      { name: 'a', columns: ['x', 'y'] },
      { name: '&', columns: [''] },
    ],
    isFixed,
  });
  expect(picture.match(/<rect class="varying"/g)).toHaveLength(1);
  expect(picture).toContain('>−2</text>');
  expect(picture).toContain('3 entries: 1 always zero, 1 constant, 1 varying');
  expect(picture).not.toMatch(/<T>|<r>|>&</);
});

test('the derivation is counted as it stands', () => {
  const graph = new Graph();
  const [x, y, z] = ['x', 'y', 'z'].map((name) => graph.variable(name));
  const count = (...roots: Parameters<typeof plainCount>[0]): object => plainCount(roots).byKind;
  expect(count(graph.add(x!, y!, graph.negate(z!)))).toEqual({ '+': 1, '-': 1 });
  expect(count(graph.power(x!, Q.rational(5)))).toEqual({ '*': 3 });
  expect(count(graph.power(x!, Q.rational(-3, 2)))).toEqual({ sqrt: 1, '*': 2, '/': 1 });
  expect(count(graph.divide(graph.multiply(x!, y!), z!))).toEqual({ '*': 1, '/': 1 });
  expect(count(graph.call('sin', graph.scale(Q.TWO, x!)))).toEqual({ '*': 1, sin: 1 });
  // A common part counts once.
  const s = graph.call('sin', x!);
  expect(count(graph.multiply(s, y!), graph.multiply(s, z!))).toEqual({ sin: 1, '*': 2 });
});

test('what is emitted needs no more operations than the derivation', () => {
  const { spaces } = derive('Rod', {
    summary: 'x',
    space: 3,
    inputs: { a: 'point', b: 'point' },
    C: 'norm(a - b) - 1',
  });
  const { C, gamma, J } = spaces[3]!.derivatives;
  const roots = [...C, ...J.flat(2), ...gamma];
  expect(countOperations(lower(roots).outputs).total).toBeLessThanOrEqual(plainCount(roots).total);
});

test('a table without rows is no table', () => {
  expect(table('x', [{ title: 'a' }], [])).toBe('');
});
