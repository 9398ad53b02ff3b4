import { arithmetic } from './arithmetic.js';
import { curves } from './curve.js';
import { exponential } from './exponential.js';
import { hyperbolic } from './hyperbolic.js';
import { magnitude } from './magnitude.js';
import type { Operations } from './operation.js';
import { trigonometric } from './trigonometric.js';
import { truths } from './truths.js';

/** Every operation that a formula reduces to. */
export const OPERATIONS: Operations = {
  ...arithmetic,
  ...exponential,
  ...trigonometric,
  ...hyperbolic,
  ...magnitude,
  ...truths,
  ...curves,
};
