import type { BigNumber } from 'mathjs';
import { referenceArithmetic } from './arithmetic-reference.js';
import { evaluate } from './evaluate.js';
import type { Node } from './node.js';

/** A constant computed with 64 digits, so that nothing cancels: `sin(pi)`, say. */
export const referenceValue = (node: Node): BigNumber =>
  evaluate(referenceArithmetic(), [node], new Map<string, BigNumber>())[0]!;
