import { StructureKind, type ClassDeclarationStructure, type StatementStructures } from 'ts-morph';
import { isBoundedType } from '../../runtime/model/constraint-type.js';
import type { OperationCount } from '../lower/count.js';
import type { RuntimeImport } from '../spec/emitted-names.js';
import { dataLiteral } from './literal.js';

export const CONNECTOR_TYPES = {
  point: 'PointConnector',
  direction: 'DirectionConnector',
  scalar: 'ScalarConnector',
} as const;

/** A class, ready to be printed: its statements, and the runtime's names that they refer to. */
export interface DeclaredClass {
  readonly statements: readonly StatementStructures[];
  /** The cost of each of its functions. */
  readonly costs: readonly OperationCount[];
  readonly base: 'BoundedConstraint' | 'Constraint' | 'Energy' | 'ParametricBody';
  readonly types: readonly RuntimeImport[];
}

/** The runtime's class that one with the description `type` extends. */
export const baseName = (type: Parameters<typeof isBoundedType>[0]): 'BoundedConstraint' | 'Constraint' =>
  isBoundedType(type) ? 'BoundedConstraint' : 'Constraint';

interface ClassPlan {
  readonly name: string;
  readonly base: DeclaredClass['base'];
  readonly typeArguments: readonly string[];
  readonly doc: string;
  /** The description of the class, and the runtime's name for its type. */
  readonly type: object;
  readonly typeName: string;
  readonly parameters: readonly { name: string; type: string; hasQuestionToken?: boolean }[];
  /** Arguments of the base after the type. */
  readonly passed: readonly string[];
}

/**
 * A class that passes its type and the arguments of its constructor on to a base of the runtime.
 */
export const classStructure = (plan: ClassPlan): ClassDeclarationStructure => ({
  kind: StructureKind.Class,
  isExported: true,
  name: plan.name,
  extends: `${plan.base}<${plan.typeArguments.join(', ')}>`,
  docs: [plan.doc],
  properties: [
    { name: 'type', isStatic: true, isReadonly: true, type: plan.typeName, initializer: dataLiteral(plan.type) },
  ],
  ctors: [
    { parameters: [...plan.parameters], statements: [`super(${[`${plan.name}.type`, ...plan.passed].join(', ')});`] },
  ],
});
