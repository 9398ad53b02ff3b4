import type { FunctionDeclarationStructure } from 'ts-morph';
import type { KernelSource } from './loop-printer.js';
import type { Kinds } from './ts-morph-kinds.js';

/** A printed function as a declaration. */
export function functionStructure(
  { name, parameters, body }: KernelSource,
  doc: string,
  kinds: Kinds,
  isExported = true,
): FunctionDeclarationStructure {
  return {
    kind: kinds.function,
    isExported,
    name,
    parameters: parameters.map((parameter) => ({ ...parameter })),
    returnType: 'void',
    docs: [doc],
    statements: body,
  };
}
