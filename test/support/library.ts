import * as library from 'holonomic/library';
import type { BodyType } from '../../runtime/model/bodies/body-type.js';
import type { ConstraintType } from '../../runtime/model/constraint-type.js';
import type { EnergyType } from '../../runtime/model/energies/energy-type.js';
import { generatedClasses } from '../../src/kinds/generated-classes.js';

const types = [...generatedClasses(library).values()];

/** The description and kernels of every emitted constraint class of the library. */
export const LIBRARY_TYPES: readonly ConstraintType[] = types.filter((type) => 'kernel' in type);

/** The same for every energy class. */
export const LIBRARY_ENERGIES: readonly EnergyType[] = types.filter((type) => 'energyKernel' in type);

/** The same for every body class. */
export const LIBRARY_BODIES: readonly BodyType[] = types.filter((type) => 'dynamics' in type);
