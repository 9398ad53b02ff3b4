import type { BodyDerivation } from '../derive/derive-body.js';
import { describeSingularPoint } from '../derive/singular-points.js';
import { writeBodyFormulas } from '../equations/body-formulas.js';
import { text } from '../notation/text.js';
import { equationLines } from './equation-lines.js';
import { codeSpan, commentText } from './literal.js';

/** The text of a body class's comment: its purpose, its formulas, the derivation, and its cost. */
export function bodyComment(derivation: BodyDerivation): string {
  const { model, operations } = derivation;
  const { connectors, masses, inertias, energy, kinetic, dissipation, where } = model;
  const inertial = [...masses, ...inertias];
  const own = connectors
    .filter(({ name, formula }) => name !== formula)
    .map(({ name, formula }) => {
      const carried = inertial.find(({ on }) => on === name);
      const what = masses.some(({ on }) => on === name) ? 'mass' : 'inertia';
      return `${codeSpan(`${name} = ${formula}`)}${carried === undefined ? '' : ` with ${what} ${codeSpan(carried.formula)}`}`;
    });
  const named = Object.entries(where).map(([name, formula]) => codeSpan(`${name} = ${formula}`));
  const formulas = [
    ...own,
    ...(energy === undefined ? [] : [`potential ${codeSpan(energy.formula)}`]),
    ...(kinetic === undefined ? [] : [`kinetic energy ${codeSpan(kinetic.formula)}`]),
    ...(dissipation === undefined ? [] : [`dissipation ${codeSpan(dissipation.formula)}`]),
    ...(named.length === 0 ? [] : [`where ${named.join(', ')}`]),
  ];
  const [shared, ...parts] = writeBodyFormulas(derivation, text);
  const lines = equationLines(
    shared!.equations,
    parts.flatMap(({ equations }) => equations),
    'functions',
  );
  const costs = [
    ...Object.entries(operations.connectors).map(([name, { total }]) => `${total} for ${name}`),
    `${operations.dynamics.total} for M and Q`,
    `${operations.energy.total} for the energies`,
    `${operations.weight.total} for the weight`,
  ];
  return [
    commentText(model.summary),
    '',
    `Formulas: ${formulas.join('; ')}`,
    '',
    '```text',
    ...lines,
    '```',
    '',
    ...derivation.singular.map((point) => commentText(describeSingularPoint(point))),
    `Operations: ${costs.join(', ')}.`,
  ].join('\n');
}
