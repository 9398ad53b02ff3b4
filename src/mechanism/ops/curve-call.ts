import { primitiveOf, type TargetFunction } from '../../primitives/index.js';

/** True for the value of a curve and its derivatives. */
export const isOfCurve = (name: TargetFunction): boolean => name !== 'sqrt' && primitiveOf(name).ofCurve === true;
