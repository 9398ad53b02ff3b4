import type { StructureKind, VariableDeclarationKind } from 'ts-morph';

/** The structure kinds in use: ts-morph is loaded only when files are emitted, so its enumeration is handed in. */
export interface Kinds {
  readonly interface: StructureKind.Interface;
  readonly typeAlias: StructureKind.TypeAlias;
  readonly class: StructureKind.Class;
  readonly function: StructureKind.Function;
  readonly variable: StructureKind.VariableStatement;
  readonly constant: VariableDeclarationKind.Const;
}
