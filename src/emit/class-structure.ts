import type { ClassDeclarationStructure, InterfaceDeclarationStructure, TypeAliasDeclarationStructure } from 'ts-morph';
import type { InputDescription, ParameterDescription } from '../../runtime/constraint-type.js';
import type { SpaceDerivation } from '../derive/derive-space.js';
import { typescript } from './addresses.js';
import { classComment } from './doc-comment.js';
import { jdotKernelSource, kernelSource } from './kernel.js';
import type { Declaration } from './function-structure.js';
import { commentText, dataLiteral } from './literal.js';
import { describeType } from './type-description.js';
import type { Kinds } from './ts-morph-kinds.js';

export const CONNECTOR_TYPES = {
  point: 'PointConnector',
  direction: 'DirectionConnector',
  scalar: 'ScalarConnector',
} as const;

/** The runtime's types that a class refers to. */
export function importsOf({ inputs }: SpaceDerivation): string[] {
  return ['ConstraintType', ...inputs.map((input) => CONNECTOR_TYPES[input.kind])];
}

/** The declarations of one class: its inputs, its parameters, its kernels and the class itself. */
export function classStructures(derivation: SpaceDerivation, kinds: Kinds): Declaration[] {
  const { className, inputs, params } = derivation;
  const inputsName = `${className}Inputs`;
  const paramsName = `${className}Params`;
  const [kernel, jdotKernel] = [kernelSource(derivation, typescript), jdotKernelSource(derivation, typescript)];
  const options = params.length === 0 ? inputsName : `${inputsName} & ${givenParams(className, params)}`;
  const inputsInterface: InterfaceDeclarationStructure = {
    kind: kinds.interface,
    isExported: true,
    name: inputsName,
    docs: [`What a {@link ${className}} joins.`],
    properties: inputs.map((input) => ({
      isReadonly: true,
      name: input.name,
      type: CONNECTOR_TYPES[input.kind],
      docs: inputDoc(input),
    })),
  };
  const paramsInterface = paramsStructure(className, params, kinds);
  const optionsType: TypeAliasDeclarationStructure = {
    kind: kinds.typeAlias,
    isExported: true,
    name: `${className}Options`,
    type: options,
    docs: [`What \`new ${className}(…)\` takes.`],
  };
  const classDeclaration: ClassDeclarationStructure = {
    kind: kinds.class,
    isExported: true,
    name: className,
    extends: `Constraint<${inputsName}${params.length === 0 ? '' : `, ${paramsName}`}>`,
    docs: [classComment(derivation)],
    properties: [
      {
        isStatic: true,
        isReadonly: true,
        name: 'type',
        type: 'ConstraintType',
        initializer: typeLiteral(derivation, kernel.name, jdotKernel.name),
      },
    ],
    ctors: [
      {
        parameters: [{ name: 'options', type: `${className}Options` }],
        statements: [`super(${className}.type, options);`],
      },
    ],
  };
  return [
    inputsInterface,
    ...(params.length === 0 ? [] : [paramsInterface]),
    optionsType,
    classDeclaration,
    {
      source: kernel,
      doc: `Evaluates \`C\`, \`Cdot\`, \`J\` and \`gamma\` of \`count\` constraints {@link ${className}}.`,
      isExported: true,
    },
    {
      source: jdotKernel,
      doc: `Evaluates \`Jdot\` of \`count\` constraints {@link ${className}}.`,
      isExported: true,
    },
  ];
}

/** The interface of a class's parameters. */
export function paramsStructure(
  className: string,
  params: readonly ParameterDescription[],
  kinds: Kinds,
): InterfaceDeclarationStructure {
  return {
    kind: kinds.interface,
    isExported: true,
    name: `${className}Params`,
    docs: [`The parameters of a {@link ${className}}; they may change between steps.`],
    properties: params.map((param) => ({
      name: param.name,
      type: param.kind === 'scalar' ? 'number' : 'ArrayLike<number>',
      docs: facts(param),
    })),
  };
}

/** The parameters as they are given to a constructor: those with a default may be left out. */
export function givenParams(className: string, params: readonly ParameterDescription[]): string {
  const name = `${className}Params`;
  const defaults = params.filter((param) => param.default !== undefined).map((param) => `'${param.name}'`);
  return defaults.length === 0 ? name : `Omit<${name}, ${defaults.join(' | ')}> & Partial<${name}>`;
}

const inputDoc = ({ kind, size, unit }: InputDescription): string[] => [
  kind === 'scalar'
    ? `A scalar${unit === undefined ? '' : `, ${commentText(unit)}`}.`
    : `A ${kind}, ${size} components.`,
];

/** What there is to say of a number that a user gives: its description, unit and range. */
export function facts({
  unit,
  min,
  max,
  nonzero = false,
  doc,
  ...rest
}: Pick<ParameterDescription, 'unit' | 'min' | 'max' | 'nonzero' | 'doc' | 'default'>): string[] {
  const aboveZero = nonzero && min === 0;
  const range = [
    ...(min === undefined ? [] : [aboveZero ? 'above 0' : `at least ${min}`]),
    ...(max === undefined ? [] : [`at most ${max}`]),
    ...(nonzero && !aboveZero && (min ?? -1) < 0 && (max ?? 1) >= 0 ? ['not 0'] : []),
    ...(rest.default === undefined ? [] : [`default ${dataLiteral(rest.default)}`]),
  ].join(', ');
  const brief = [...(unit === undefined ? [] : [commentText(unit)]), ...(range === '' ? [] : [range])].join('; ');
  const parts = [...(doc === undefined ? [] : [commentText(doc)]), ...(brief === '' ? [] : [`(${brief})`])];
  return parts.length === 0 ? [] : [parts.join(' ')];
}

function typeLiteral(derivation: SpaceDerivation, kernel: string, jdotKernel: string): string {
  const data = dataLiteral(describeType(derivation));
  return `${data.slice(0, -1)}, kernel: ${kernel}, jdotKernel: ${jdotKernel} }`;
}
