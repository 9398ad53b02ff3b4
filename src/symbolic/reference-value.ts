import type { BigNumber } from 'mathjs';
import { referenceArithmetic } from './arithmetic-reference.js';
import { evaluate } from './evaluate.js';
import type { Node } from './node.js';

/**
 * The value of a constant computed with 64 digits, so that nothing cancels, for instance in
 * `sin(pi)`.
 */
export const referenceValue = (node: Node): BigNumber =>
  evaluate(referenceArithmetic(), [node], new Map<string, BigNumber>())[0]!;
