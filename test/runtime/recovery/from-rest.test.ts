import { describe, expect, it } from 'vitest';
import {
  curve,
  rattle,
  rk4,
  semiImplicitEuler,
  World,
  type Constraint,
  type Particle,
} from '../../../runtime/index.js';
import { compile } from '../../../src/toolkit.js';

const ofFormula = (motion: string) =>
  compile('Driven', { summary: 'Goes as the time says.', space: 2, inputs: { s: 'scalar' }, C: `s == ${motion}` })
    .Driven;
const Cubed = ofFormula('t^3');
const Smooth = ofFormula('10 * t^3 - 15 * t^4 + 6 * t^5');
const Later = ofFormula('(t > 0.3 ? (t - 0.3)^3 : 0)');
const { Table } = compile('Table', {
  summary: 'Goes as a table says.',
  space: 2,
  inputs: { s: 'scalar' },
  params: { motion: { kind: 'curve' } },
  C: 's == motion(t)',
});

const points = [0, 0.2, 0.7, 0.9, 1].map((value, i): [number, number] => [i / 2, value]);
const table = (degree: 3 | 5) => curve({ points, degree, ends: { slopes: [0, 0] } });

/** A drive that begins with no velocity, most of them with no acceleration either, and where it is at t = 1. */
interface Drive {
  readonly name: string;
  readonly make: (s: Particle<2>['x']) => Constraint;
  readonly end: number;
}

const DRIVES: readonly Drive[] = [
  { name: 'the cube of the time', make: (s) => new Cubed({ s }), end: 1 },
  { name: 'a polynomial of fifth degree', make: (s) => new Smooth({ s }), end: 1 },
  { name: 'a motion that begins later', make: (s) => new Later({ s }), end: 0.343 },
  { name: 'a clamped quintic', make: (s) => new Table({ s, motion: table(5) }), end: 0.7 },
  { name: 'a clamped cubic', make: (s) => new Table({ s, motion: table(3) }), end: 0.7 },
];

describe('a drive that begins at rest, with no other force', () => {
  const cases = [rk4(), rattle(), semiImplicitEuler()].flatMap((integrator) =>
    DRIVES.map((drive) => ({ integrator, ...drive })),
  );
  it.each(cases)('is followed by $integrator.name: $name', ({ integrator, make, end }) => {
    const world = new World({ space: 2, integrator, onWarning: () => undefined });
    const p = world.addParticle({ mass: 1, position: [0, 0] });
    world.add(make(p.x));
    world.run({ until: 1, dt: 0.01 });
    expect(world.warnings.map(({ code }) => code)).not.toContain('W_UNSTABLE');
    expect(world.stats.fallbacks).toBe(0);
    const isAccurate = integrator.name === 'rk4' || integrator.name === 'rattle';
    expect(Math.abs(p.position[0] - end)).toBeLessThan(isAccurate ? 1e-5 : 2e-2);
  });
});
