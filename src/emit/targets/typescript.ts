import { atom, index, type Infix } from './infix.js';
import { javascript } from './javascript.js';
import { printFunction, type Target } from './target.js';
import type { KernelFunction } from '../syntax.js';

/**
 * TypeScript. Parameters have their types from the constant that holds the function, and elements
 * of arrays are known to exist.
 */
export const typescript: Target<Infix> = {
  ...javascript,
  element: (array, place) => atom(`${array}[${index(place).text}]!`),
};

/** The constant that holds a kernel. */
export const declareKernel = (kernel: KernelFunction): string =>
  `const ${kernel.name}: ${kernel.type} = ${printFunction(typescript, kernel)};`;
