export { equilibrium, type Equilibrium, type EquilibriumOptions } from './equilibrium.js';
export {
  inverseDynamics,
  type InverseDynamics,
  type InverseDynamicsOptions,
  type WantedMotion,
} from './inverse-dynamics.js';
export { linearize, type LinearizeOptions, type LinearSystem, type Output } from './linearize.js';
export { modes, type Mode, type ModesOptions } from './modes.js';
export { stiffness, type Stiffness } from './stiffness.js';
export type { BodyQuantity } from './connector-rows.js';
