import type { BodyDerivation, BodyOperations } from '../derive/derive-body.js';
import { describeSingularPoint } from '../derive/singular-points.js';
import type { Diagnostic } from '../diagnostics/index.js';
import { describeBodyType, type BodyTypeDescription } from '../emit/body-type-description.js';
import { writeBodyFormulas, type BodyFormulas } from '../notation/body-formulas.js';
import { tex } from '../notation/tex.js';
import { text } from '../notation/text.js';
import { plainSingularPoints, type PlainSingularPoint } from './data.js';
import { alignedEquations } from './tex.js';
import { describeCount } from './text.js';

/** All there is to say of a body's derivation, as plain data. */
export interface BodyExplanation extends BodyTypeDescription {
  readonly singular: readonly PlainSingularPoint[];
  /** What the self-check of the derivation says. */
  readonly warnings: readonly Diagnostic[];
  readonly operations: BodyOperations;
  readonly text: readonly BodyFormulas[];
  readonly tex: readonly BodyFormulas[];
}

/** For programs. */
export const explainBodyJson = (spaces: readonly BodyDerivation[]): string =>
  `${JSON.stringify(spaces.map(explainBodyData), null, 2)}\n`;

function explainBodyData(derivation: BodyDerivation): BodyExplanation {
  return {
    ...describeBodyType(derivation),
    singular: plainSingularPoints(derivation.singular),
    warnings: derivation.warnings,
    operations: derivation.operations,
    text: writeBodyFormulas(derivation, text),
    tex: writeBodyFormulas(derivation, tex),
  };
}

/** For a terminal. */
export function explainBodyText(spaces: readonly BodyDerivation[]): string {
  return `${spaces.map(bodyText).join('\n\n')}\n`;
}

function bodyText(derivation: BodyDerivation): string {
  const { className, model } = derivation;
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];
  return [
    `${className}: ${model.summary}`,
    ...section('Formulas', formulasOf(derivation)),
    ...writeBodyFormulas(derivation, text).flatMap(({ heading, equations }) =>
      section(
        heading,
        equations.map(({ symbol, expression }) => `${symbol} = ${expression}`),
      ),
    ),
    ...section('Singular points', derivation.singular.map(describeSingularPoint)),
    ...section(
      'Warnings',
      derivation.warnings.map(({ message }) => message),
    ),
    ...section('Operations', costsOf(derivation)),
  ].join('\n');
}

/** The formulas as the spec has them. */
export function formulasOf({ model }: BodyDerivation): string[] {
  const { connectors, masses, inertias, energy, where } = model;
  return [
    ...connectors.filter(({ name, formula }) => name !== formula).map(({ name, formula }) => `${name} = ${formula}`),
    ...masses.map(({ on, formula }) => `mass at ${on}: ${formula}`),
    ...inertias.map(({ on, formula }) => `inertia on ${on}: ${formula}`),
    ...(energy === undefined ? [] : [`potential: ${energy.formula}`]),
    ...Object.entries(where).map(([name, formula]) => `where ${name} = ${formula}`),
  ];
}

function costsOf({ operations: { connectors, dynamics, energy, weight } }: BodyDerivation): string[] {
  return [
    ...Object.entries(connectors).map(([name, count]) => `${name}: ${describeCount(count)}`),
    `M, Q: ${describeCount(dynamics)}`,
    `energies: ${describeCount(energy)}`,
    `weight: ${describeCount(weight)}`,
  ];
}

/** For a paper: one `align*` environment per class. */
export function explainBodyTex(spaces: readonly BodyDerivation[]): string {
  return spaces
    .map((derivation) => {
      const lines = writeBodyFormulas(derivation, tex)
        .flatMap(({ equations }) => equations)
        .map(({ symbol, expression }) => `  ${symbol} &= ${expression}`);
      return alignedEquations(derivation, lines);
    })
    .join('\n');
}
