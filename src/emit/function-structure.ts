import type { FunctionDeclarationStructure, StatementStructures } from 'ts-morph';
import type { KernelSource } from './loop-printer.js';
import type { Kinds } from './ts-morph-kinds.js';

/** A printed function, to be declared. */
export interface PrintedFunction {
  readonly source: KernelSource;
  /** One line. */
  readonly doc: string;
  readonly isExported: boolean;
}

/** What files are made of. */
export type Declaration = string | StatementStructures | PrintedFunction;

/** A printed function as a declaration, with a body of its own or another. */
export function functionStructure(
  { source: { name, parameters, body }, doc, isExported }: PrintedFunction,
  kinds: Kinds,
  statements = body,
): FunctionDeclarationStructure {
  return {
    kind: kinds.function,
    isExported,
    name,
    parameters: parameters.map((parameter) => ({ ...parameter })),
    returnType: 'void',
    docs: [doc],
    statements,
  };
}
