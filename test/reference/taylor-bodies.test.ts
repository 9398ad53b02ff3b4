import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BodyType } from '../../runtime/model/bodies/body-type.js';
import { rigidBody2DType } from '../../runtime/model/bodies/generated/rigid-body-2d.js';
import { rigidBody3DType } from '../../runtime/model/bodies/generated/rigid-body-3d.js';
import { BodyReference } from '../../src/reference/body-values.js';
import { readBody } from '../../src/reference/read-body.js';
import { TaylorBody } from '../../src/reference/taylor/body.js';
import { drawBodyConfiguration } from '../../src/sampling/body-configuration.js';
import { BodyEvaluator } from '../../src/sampling/body-evaluation.js';
import { seededRandom } from '../../src/sampling/random.js';
import { LIBRARY_BODIES } from '../support/library.js';

const BODIES: readonly BodyType[] = [...LIBRARY_BODIES, rigidBody2DType, rigidBody3DType];

/** The 64-digit differences are themselves off by some 1e-30 relative to what is differenced. */
const REFERENCE_ERROR = 1e-26;

describe('Taylor arithmetic of bodies', () => {
  it.each(BODIES.map((type) => [type.name, type] as const))('bounds its errors for %s', (_, type) => {
    const body = readBody(type);
    const [taylor, reference, evaluator] = [new TaylorBody(body), new BodyReference(body), new BodyEvaluator(type)];
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const at = drawBodyConfiguration(type, seededRandom(seed));
        const [bounded, digits, own] = [taylor.at(at), reference.at(at), evaluator.at(at)];
        expect([...bounded.keys()].sort()).toEqual(Object.keys(own).sort());
        for (const [name, entries] of bounded) {
          expect(entries.length).toBe(own[name]!.length);
          entries.forEach(({ value, error }, e) => {
            const place = `${name}[${e}]`;
            const exact = digits.get(name)![e]!.toNumber();
            const size = Math.max(1, Math.abs(exact));
            // Tight enough to tell a wrong value, and an upper bound all the same.
            expect(error, place).toBeLessThan(1e-12 * size);
            expect(Math.abs(value - exact), place).toBeLessThanOrEqual(error + REFERENCE_ERROR);
            const allowed = 2 * error + 2 ** -50 * Math.abs(exact) + REFERENCE_ERROR;
            expect(Math.abs(own[name]![e]! - exact), place).toBeLessThanOrEqual(allowed);
          });
        }
      }),
      { numRuns: 25, seed: 1 },
    );
  });
});
