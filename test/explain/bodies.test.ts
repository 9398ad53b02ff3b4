import { describe, expect, it } from 'vitest';
import { explain } from '../../src/kinds/explain.js';
import type { BodySpec } from '../../src/spec/body-spec.js';

const spec: BodySpec = {
  summary: 'A mass on a spring that is fixed at the origin.',
  doc: 'Its motion is that of a planet with another law of gravity.',
  space: 2,
  coordinates: { x: { unit: 'm' }, y: { unit: 'm' } },
  params: { mass: { unit: 'kg', min: 0 }, stiffness: { unit: 'N/m', min: 0 }, length: { unit: 'm', min: 0 } },
  points: { p: { at: '[x, y]', mass: 'mass' } },
  energy: 'stiffness * (norm([x, y]) - length)^2 / 2',
  sample: { x: [0.5, 2] },
};

it('describes a body: the author’s notes, coordinates and parameters', () => {
  const text = explain('Sprung', spec);
  expect(text).toMatch(/^Sprung: A mass .*\.\n\nIts motion is /);
  expect(text).toContain('\n\nCoordinates\n  x: scalar; in m\n  y: scalar; in m\n');
  expect(text).toContain('\n\nParameters\n  mass: scalar; in kg\n  stiffness: scalar; in N/m\n');
  const page = explain('Sprung', spec, 'html').replace(/<[^>]+>/g, ' ');
  expect(page).toContain('Its motion is that of a planet');
});

describe('where a body given by formulas is not differentiable', () => {
  it('is said, with the policy, in text', () => {
    expect(explain('Sprung', spec)).toContain(
      'Singular points\n  Singular where norm([x, y]) = 0: its derivatives are taken as 0 there.',
    );
  });

  it('in TeX', () => {
    expect(explain('Sprung', spec, 'tex')).toMatch(
      /\\end\{align\*\}\nSingular where \$.*x.*y.* = 0\$: its derivatives are taken as 0 there\.\n$/,
    );
  });

  it('on the page, with the ranges that the spec gives', () => {
    const page = explain('Sprung', spec, 'html');
    const domain = /<h\d[^>]*>Domain<\/h\d>[^]*?<\/section>/.exec(page)![0];
    expect(domain).toContain('<code>norm([x, y]) = 0</code>');
    expect(domain).toContain('its derivatives are taken as 0 there');
    expect(domain).toMatch(/<code>x<\/code>.*0\.5.*2/s);
    expect(page).toMatch(/Evaluated at 1 of 1 singular points: <strong>finite<\/strong>/);
  });

  it('as data', () => {
    expect(JSON.parse(explain('Sprung', spec, 'json'))).toMatchObject([
      { singular: [{ kind: 'kink', where: 'norm([x, y]) = 0', policy: 'its derivatives are taken as 0 there' }] },
    ]);
  });
});
