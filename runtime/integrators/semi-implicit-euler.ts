import { printAs } from '../base/printing.js';
import { addScaled } from '../base/vector.js';
import type { IntegratedSystem, Integrator } from './integrator.js';

function step(system: IntegratedSystem, dt: number): void {
  system.evaluate();
  addScaled(system.integral, dt, system.integralRates);
  addScaled(system.v, dt, system.accelerations);
  system.updateCoordinateRates();
  addScaled(system.q, dt, system.coordinateRates);
  system.time += dt;
}

/**
 * Semi-implicit (symplectic) Euler: `v += dt v̇`, then `q += dt q̇` with the new `v`. First order,
 * one evaluation per step. Energy errors stay bounded for conservative forces.
 */
export function semiImplicitEuler(): Integrator {
  return printAs({ name: 'semiImplicitEuler', create: () => ({ accelerationLevel: true, step }) }, 'semiImplicitEuler');
}
