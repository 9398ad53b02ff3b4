import { describe, expect, it } from 'vitest';
import type { BodyType } from '../../../../runtime/index.js';
import { rigidBody2DType } from '../../../../runtime/model/bodies/generated/rigid-body-2d.js';
import { rigidBody3DType } from '../../../../runtime/model/bodies/generated/rigid-body-3d.js';
import { handWrittenPlanarBody } from '../../fixtures/bodies/planar-body.js';
import { handWrittenSpatialBody } from '../../fixtures/bodies/spatial-body.js';
import { random } from '../../fixtures/oracle.js';

const COUNT = 4;

/**
 * Returns all that the kernels of `type` write for a few bodies at random poses, of which two have
 * each connector twice.
 */
function results(type: BodyType, seed: number): Record<string, Float64Array> {
  const next = random(seed);
  const numbers = (n: number): Float64Array => Float64Array.from({ length: n }, next);
  const nq = type.coordinates.reduce((sum, { size }) => sum + size, 0);
  const nv = type.coordinates.reduce((sum, { rateSize }) => sum + rateSize, 0);
  const q = numbers(COUNT * nq);
  const v = numbers(COUNT * nv);
  const p = numbers(COUNT * type.params.length);
  for (const [i, { kind }] of type.coordinates.entries()) {
    if (kind !== 'orientation') continue;
    const start = type.coordinates.slice(0, i).reduce((sum, { size }) => sum + size, 0);
    for (let k = 0; k < COUNT; k++) {
      const quaternion = q.subarray(k * nq + start, k * nq + start + 4);
      const length = Math.hypot(...quaternion);
      quaternion.forEach((entry, c) => (quaternion[c] = entry / length));
    }
  }
  const { space } = type;
  const out: Record<string, Float64Array> = {};
  const room = (name: string, n: number): Float64Array => (out[name] = new Float64Array(n).fill(NaN));
  type.dynamics(COUNT, q, v, p, 0, room('M', COUNT * nv * nv), room('Q', COUNT * nv));
  type.energy(COUNT, q, v, p, 0, room('energy', 2 * COUNT));
  type.weight(COUNT, q, p, 0, room('moment', COUNT * space), room('weight', COUNT * space * nv));
  const bodies = Int32Array.of(3, 0, 0, 2, 1, 3);
  for (const { name, size, localSize, kernel } of type.connectors) {
    const locals = numbers(bodies.length * localSize);
    const slots = bodies.map((_, k) => 5 + size * (bodies.length - 1 - k));
    const n = 5 + size * bodies.length;
    const B = room(`${name}: B`, bodies.length * size * nv);
    const [x, rate, bias] = [room(`${name}: x`, n), room(`${name}: rate`, n), room(`${name}: bias`, n)];
    kernel(bodies.length, bodies, locals, q, v, p, 0, slots, x, rate, bias, B);
  }
  return out;
}

describe('rigid bodies derived from formulas', () => {
  it.each([
    ['the plane', rigidBody2DType, handWrittenPlanarBody],
    ['space', rigidBody3DType, handWrittenSpatialBody],
  ])('are what a hand derivation gives in %s', (_, derived, handWritten) => {
    expect(derived.coordinates.map(({ name, kind }) => [name, kind])).toEqual(
      handWritten.coordinates.map(({ name, kind }) => [name, kind]),
    );
    expect(derived.params.map(({ name }) => name)).toEqual(handWritten.params.map(({ name }) => name));
    expect(derived.constantMass).toBe(handWritten.constantMass);
    for (let seed = 1; seed <= 20; seed++) {
      const expected = results(handWritten, seed);
      const actual = results(derived, seed);
      expect(Object.keys(actual).sort()).toEqual(Object.keys(expected).sort());
      for (const [name, values] of Object.entries(expected)) {
        values.forEach((value, i) => {
          const found = actual[name]![i]!;
          const same = Number.isNaN(value) ? Number.isNaN(found) : Math.abs(found - value) < 2e-15;
          expect(same, `${name}[${i}]: ${found}, hand-written ${value}`).toBe(true);
        });
      }
    }
  });
});
