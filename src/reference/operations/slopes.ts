import type { ProgramBuilder } from '../program.js';

/** Writes three derivatives. */
export const put = (out: Float64Array, first: number, second: number, third: number): void => {
  out[0] = first;
  out[1] = second;
  out[2] = third;
};

// Places that several slopes are made of.

export const one = (program: ProgramBuilder): number => program.constant('1');
export const square = (program: ProgramBuilder, x: number): number => program.operation('multiply', x, x);
export const inverse = (program: ProgramBuilder, x: number): number => program.operation('divide', one(program), x);
export const inverseRoot = (program: ProgramBuilder, x: number): number =>
  inverse(program, program.operation('sqrt', x));
