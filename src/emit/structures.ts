import {
  StructureKind,
  VariableDeclarationKind,
  type InterfaceDeclarationStructure,
  type PropertySignatureStructure,
  type TypeAliasDeclarationStructure,
  type VariableStatementStructure,
} from 'ts-morph';
import { printFunction } from './targets/target.js';
import { typescript } from './targets/typescript.js';
import type { KernelFunction } from './syntax.js';

/** A property of an interface. */
export interface Property {
  readonly name: string;
  readonly type: string;
  readonly isReadonly?: boolean;
  readonly doc?: string | undefined;
}

export const interfaceOf = (
  name: string,
  properties: readonly Property[],
  doc?: string,
): InterfaceDeclarationStructure => ({
  kind: StructureKind.Interface,
  isExported: true,
  name,
  docs: doc === undefined ? [] : [doc],
  properties: properties.map((property): PropertySignatureStructure => ({
    kind: StructureKind.PropertySignature,
    name: property.name,
    type: property.type,
    isReadonly: property.isReadonly === true,
    docs: property.doc === undefined ? [] : [property.doc],
  })),
});

// ts-morph leaves no empty line between statements of these kinds.
const APART = '\n';

export const typeAlias = (name: string, type: string): TypeAliasDeclarationStructure => ({
  kind: StructureKind.TypeAlias,
  isExported: true,
  name,
  type,
  leadingTrivia: APART,
});

export const constant = (
  name: string,
  type: string,
  initializer: string,
  doc?: string,
): VariableStatementStructure => ({
  kind: StructureKind.VariableStatement,
  isExported: doc !== undefined,
  docs: doc === undefined ? [] : [doc],
  declarationKind: VariableDeclarationKind.Const,
  declarations: [{ name, type, initializer }],
  leadingTrivia: APART,
});

/** A kernel as a constant. The kernel's parameters have their types from that of the constant. */
export const kernelConstant = (kernel: KernelFunction): VariableStatementStructure =>
  constant(kernel.name, kernel.type, printFunction(typescript, kernel));
