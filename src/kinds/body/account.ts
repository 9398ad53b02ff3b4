import type { BodyModel } from '../../bodies/body-model.js';
import type { BodyDerivation } from '../../derive/derive-body.js';
import { bodyFunctions } from '../../emit/body-functions.js';
import { describeBodyType } from '../../emit/body-type-description.js';
import { compileBodyType } from '../../emit/compile-body.js';
import { givenParameters, whereFormulas, type Account } from '../../explain/account.js';
import type { Pattern } from '../../explain/html/pattern.js';
import { writeBodyFormulas } from '../../equations/body-formulas.js';
import { tex } from '../../notation/tex.js';
import { text } from '../../notation/text.js';
import type { Node } from '../../symbolic/node.js';
import { verifyBodyType } from '../../verify/index.js';

/** The account of a body, for a reader. */
export function bodyAccount(derivation: BodyDerivation): Account {
  const { model, params, operations, derivatives } = derivation;
  return {
    derivation,
    summary: model.summary,
    doc: model.doc,
    facts: factsOf(derivation),
    formulas: formulasOf(model),
    given: [
      { heading: 'Coordinates', caption: 'What says where all of it is', list: model.coordinates },
      givenParameters(params),
    ],
    sample: model.sample,
    parts: (notation) => writeBodyFormulas(derivation, notation),
    matrix: { heading: 'Blocks of the mass matrix', pattern: massPattern(derivation) },
    costs: [
      ...Object.entries(operations.connectors).map(([name, count]) => ({ of: name, count })),
      { of: 'M, Q', count: operations.dynamics, roots: [...derivatives.M.flat(), ...derivatives.Q] },
      { of: 'energies', count: operations.energy },
      { of: 'weight', count: operations.weight },
    ],
    sources: () => {
      const { dynamics, connectors, energy, weight } = bodyFunctions(derivation);
      return [dynamics, ...connectors, energy, weight];
    },
    prove: (options) => verifyBodyType(compileBodyType(derivation), options),
    data: () => ({
      ...describeBodyType(derivation),
      operations,
      text: writeBodyFormulas(derivation, text),
      tex: writeBodyFormulas(derivation, tex),
    }),
  };
}

function factsOf({ space, derivatives, constantMass }: BodyDerivation): string[] {
  const freedom = derivatives.M.length;
  return [
    space === 2 ? 'in the plane' : 'in space',
    freedom === 1 ? 'one degree of freedom' : `${freedom} degrees of freedom`,
    constantMass ? 'constant mass matrix' : 'mass matrix that varies',
  ];
}

/** The formulas as the spec has them. */
const formulasOf = ({ connectors, masses, inertias, energy, kinetic, dissipation, where }: BodyModel): string[] => [
  ...connectors.filter(({ name, formula }) => name !== formula).map(({ name, formula }) => `${name} = ${formula}`),
  ...masses.map(({ on, formula }) => `mass at ${on}: ${formula}`),
  ...inertias.map(({ on, formula }) => `inertia on ${on}: ${formula}`),
  ...(energy === undefined ? [] : [`potential: ${energy.formula}`]),
  ...(kinetic === undefined ? [] : [`kinetic energy: ${kinetic.formula}`]),
  ...(dissipation === undefined ? [] : [`dissipation: ${dissipation.formula}`]),
  ...whereFormulas(where),
];

function massPattern({ derivatives, expanded }: BodyDerivation): Pattern {
  const names = expanded.coordinates.flatMap(({ name, rates }) =>
    rates.length === 1 ? [name] : rates.map((_, i) => `${name}.${'xyz'.charAt(i)}`),
  );
  const fixed = new Set<Node>(expanded.params.flatMap(({ components }) => components));
  return {
    title: 'Entries of M, by coordinates',
    rows: derivatives.M.map((entries, i) => ({ name: names[i]!, entries })),
    groups: names.map((name) => ({ name, columns: [''] })),
    isFixed: (variable) => fixed.has(variable),
  };
}
