import type { InterfaceDeclarationStructure } from 'ts-morph';
import type { ParameterDescription } from '../../runtime/model/constraint-type.js';
import type { RuntimeImport } from '../spec/emitted-names.js';
import { commentText, dataLiteral } from './literal.js';
import { interfaceOf } from './structures.js';

const PARAMETER_TYPES = {
  scalar: 'number',
  vector: 'ArrayLike<number>',
  curve: 'Curve',
  path: 'Path',
} as const satisfies Record<ParameterDescription['kind'], string>;

/** The types of the runtime that parameters have. */
export const typesOfParams = (params: readonly ParameterDescription[]): RuntimeImport[] =>
  params.flatMap(({ kind }) => (kind === 'curve' || kind === 'path' ? [PARAMETER_TYPES[kind]] : []));

/** The interface of a class's parameters. */
export const declareParams = (
  className: string,
  params: readonly ParameterDescription[],
): InterfaceDeclarationStructure =>
  interfaceOf(
    `${className}Params`,
    params.map((param) => ({
      name: param.name,
      type: PARAMETER_TYPES[param.kind],
      doc: facts(param),
    })),
    'They may change between steps.',
  );

/**
 * The types whose intersection is that of the parameters given to a constructor. Those with a
 * default may be left out.
 */
export function givenParams(className: string, params: readonly ParameterDescription[]): string[] {
  const name = `${className}Params`;
  const defaults = params.filter((param) => param.default !== undefined).map((param) => `'${param.name}'`);
  return defaults.length === 0 ? [name] : [`Omit<${name}, ${defaults.join(' | ')}>`, `Partial<${name}>`];
}

/**
 * The facts about a number that a user gives: its description, unit and range, if there are any.
 */
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
