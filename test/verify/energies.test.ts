import { describe, expect, it } from 'vitest';
import { compile, formatReport, verify } from 'holonomic/toolkit';
import type { EnergyKernel, EnergyType, HessianKernel } from '../../runtime/index.js';
import { ENERGIES } from '../support/energies.js';
import { inFull } from '../support/scope.js';

describe('the proof of an energy', () => {
  it.each(Object.entries(ENERGIES))('passes for %s', (name, spec) => {
    const report = verify(spec, { name, samples: 8, referenceSamples: 2 });
    expect(report.pass, formatReport(report)).toBe(true);
    expect(report.quantities['H']!.reference!.worstUlps).toBeLessThan(32);
  });

  const { type } = compile('Bend', { ...ENERGIES['Bend']!, space: 3 } as const).Bend;
  const options = { samples: 6, referenceSamples: 1 };

  /** The quantities that fail with other kernels. */
  const failing = (changed: Partial<EnergyType>): string[] => {
    const { quantities } = verify({ type: { ...type, ...changed } }, options);
    return Object.entries(quantities).flatMap(([name, { pass }]) => (pass ? [] : [name]));
  };
  const altered =
    (change: (H: Float64Array, k: number) => void): HessianKernel =>
    (count, slots, x, p, t, H) => {
      type.hessianKernel(count, slots, x, p, t, H);
      for (let k = 0; k < count; k++) change(H.subarray((k * H.length) / count, ((k + 1) * H.length) / count), k);
    };

  it('fails where an entry of H is wrong by a hundred thousandth', () => {
    expect(failing({ hessianKernel: altered((H) => (H[10]! *= 1 + 1e-5)) })).toEqual(['H']);
  });

  it('fails where H is not symmetric to the bit', () => {
    const hessianKernel = altered((H) => (H[1]! *= 1 + 2 ** -52));
    expect(failing({ hessianKernel })).toEqual(['H']);
    expect(formatReport(verify({ type: { ...type, hessianKernel } }, options))).toContain('transpose');
  });

  inFull('fails where the gradient is wrong, and does not blame H for it', () => {
    const energyKernel: EnergyKernel = (count, slots, x, p, t, V, g) => {
      type.energyKernel(count, slots, x, p, t, V, g);
      for (let i = 0; i < g.length; i++) g[i]! *= 1.001;
    };
    expect(failing({ energyKernel })).toEqual(['g']);
  });

  it('fails where kernels mix up the energies of a batch', () => {
    const hessianKernel: HessianKernel = (_, slots, x, p, t, H) => {
      type.hessianKernel(1, slots, x, p, t, H);
    };
    expect(failing({ hessianKernel })).toEqual(['H']);
  });
});
