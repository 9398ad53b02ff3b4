import type { InputDescription, ParameterDescription } from '../../runtime/model/constraint-type.js';
import type { SpaceDerivation } from '../derive/derive-space.js';
import { typescript } from './addresses.js';
import { classComment } from './doc-comment.js';
import { jdotKernelSource, kernelSource } from './kernel.js';
import { declare, declareData, declareInterface, type Declaration, type DeclaredText } from './declarations.js';
import { classHead, intersection } from './format.js';
import { Code, commentText, dataLiteral } from './literal.js';
import { describeType } from './type-description.js';

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
export function classDeclarations(derivation: SpaceDerivation): Declaration[] {
  const { className, inputs, params } = derivation;
  const inputsName = `${className}Inputs`;
  const [kernel, jdotKernel] = [kernelSource(derivation, typescript), jdotKernelSource(derivation, typescript)];
  const hasParams = params.length > 0;
  const options = [inputsName, ...(hasParams ? givenParams(className, params) : [])];
  const types = [inputsName, ...(hasParams ? [`${className}Params`] : [])];
  const type = {
    ...describeType(derivation),
    kernel: new Code(kernel.name),
    jdotKernel: new Code(jdotKernel.name),
  };
  return [
    declareInterface(
      inputsName,
      `What a {@link ${className}} joins.`,
      inputs.map((input) => ({
        isReadonly: true,
        name: input.name,
        type: CONNECTOR_TYPES[input.kind],
        doc: inputDoc(input),
      })),
    ),
    ...(hasParams ? [declareParams(className, params)] : []),
    declare(`What \`new ${className}(…)\` takes.`, intersection(`export type ${className}Options = `, options)),
    declareData(
      classComment(derivation),
      [...classHead(className, 'Constraint', types), '  static readonly type: ConstraintType ='],
      type,
      ['', `  constructor(options: ${className}Options) {`, `    super(${className}.type, options);`, '  }', '}'],
    ),
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
export function declareParams(className: string, params: readonly ParameterDescription[]): DeclaredText {
  return declareInterface(
    `${className}Params`,
    `The parameters of a {@link ${className}}; they may change between steps.`,
    params.map((param) => ({
      name: param.name,
      type: param.kind === 'scalar' ? 'number' : 'ArrayLike<number>',
      doc: facts(param),
    })),
  );
}

/** The types whose intersection are the parameters as they are given to a constructor: those with a default may be left out. */
export function givenParams(className: string, params: readonly ParameterDescription[]): string[] {
  const name = `${className}Params`;
  const defaults = params.filter((param) => param.default !== undefined).map((param) => `'${param.name}'`);
  return defaults.length === 0 ? [name] : [`Omit<${name}, ${defaults.join(' | ')}>`, `Partial<${name}>`];
}

const inputDoc = ({ kind, size, unit }: InputDescription): string =>
  kind === 'scalar'
    ? `A scalar${unit === undefined ? '' : `, ${commentText(unit)}`}.`
    : `A ${kind}, ${size} components.`;

/** What there is to say of a number that a user gives: its description, unit and range; if anything. */
export function facts({
  unit,
  min,
  max,
  nonzero = false,
  doc,
  ...rest
}: Pick<ParameterDescription, 'unit' | 'min' | 'max' | 'nonzero' | 'doc' | 'default'>): string | undefined {
  const aboveZero = nonzero && min === 0;
  const range = [
    ...(min === undefined ? [] : [aboveZero ? 'above 0' : `at least ${min}`]),
    ...(max === undefined ? [] : [`at most ${max}`]),
    ...(nonzero && !aboveZero && (min ?? -1) < 0 && (max ?? 1) >= 0 ? ['not 0'] : []),
    ...(rest.default === undefined ? [] : [`default ${dataLiteral(rest.default)}`]),
  ].join(', ');
  const brief = [...(unit === undefined ? [] : [commentText(unit)]), ...(range === '' ? [] : [range])].join('; ');
  const parts = [...(doc === undefined ? [] : [commentText(doc)]), ...(brief === '' ? [] : [`(${brief})`])];
  return parts.length === 0 ? undefined : parts.join(' ');
}
