import { expect, test } from 'vitest';
import { explain } from '../../src/toolkit.js';

interface Written {
  readonly text: string;
  readonly tex: string;
  readonly mathml: string;
}

test('each equation as text, TeX and MathML', () => {
  const spec = { summary: 'A circle.', space: 2, inputs: { p: 'point' }, C: 'dot(p, p) == 1' } as const;
  const [account] = JSON.parse(explain('Circle', spec, 'json')) as [
    { parts: { heading: string; equations: Written[] }[] },
  ];
  expect(account.parts.map(({ heading }) => heading)).toEqual([
    'where',
    'C',
    'Cdot',
    'phi, held at zero at velocity level',
    'J = ∂C/∂x',
    'gamma, the rest of C̈',
  ]);
  const [C] = account.parts[1]!.equations;
  expect(C!.text).toBe('C = (p_x² + p_y²) − 1');
  expect(C!.tex).toBe('C = \\left({p_{x}}^{2} + {p_{y}}^{2}\\right) - 1');
  expect(C!.mathml).toMatch(/^<math.*<\/math>$/s);
  expect(C!.mathml.match(/<msup>/g)).toHaveLength(2);
});
