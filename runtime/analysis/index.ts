export { equilibrium, type Equilibrium, type EquilibriumOptions } from './equilibrium.js';
export { modes, type Mode, type ModesOptions } from './modes.js';
export { stiffness, type Stiffness } from './stiffness.js';
