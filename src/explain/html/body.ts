import type { BodyDerivation } from '../../derive/derive-body.js';
import { bodyFunctions } from '../../emit/body-functions.js';
import { compileBodyClass } from '../../emit/compile-body.js';
import type { OperationCount } from '../../lower/count.js';
import { writeBodyFormulas } from '../../notation/body-formulas.js';
import { tex } from '../../notation/tex.js';
import type { Node } from '../../symbolic/node.js';
import { verifyAny } from '../../verify/index.js';
import { formulasOf } from '../body-text.js';
import { domainTables } from './domain.js';
import { code, escape, lines, Outline, table } from './element.js';
import { equationList } from './equations.js';
import { listing } from './highlight.js';
import { OPERATIONS_NOTE, operationsTable } from './operations.js';
import { page, type ClassPart } from './page.js';
import { parameterTable } from './parameters.js';
import { patternPicture } from './pattern.js';
import { plainCount } from './plain-count.js';
import { PAGE_SAMPLES, proofTable } from './proof.js';

/** The derivation of a body as a page. */
export const explainBodyHtml = (spaces: readonly BodyDerivation[]): string => page(spaces.map(bodyPart));

function bodyPart(derivation: BodyDerivation): ClassPart {
  const { className, model, space, derivatives } = derivation;
  const freedom = derivatives.M.length;
  const facts = [
    space === 2 ? 'in the plane' : 'in space',
    freedom === 1 ? 'one degree of freedom' : `${freedom} degrees of freedom`,
    derivation.constantMass ? 'constant mass matrix' : 'mass matrix that varies',
  ];
  return {
    className,
    head: lines(
      `<p class="lede">${escape(model.summary)}</p>`,
      `<ul class="facts">${facts.map((fact) => `<li>${fact}</li>`).join('')}</ul>`,
    ),
    body: (level) => body(derivation, new Outline(level)),
  };
}

function body(derivation: BodyDerivation, outline: Outline): string {
  const { model, derivatives, operations } = derivation;
  const { M, Q } = derivatives;
  const functions = bodyFunctions(derivation);
  return lines(
    outline.section(
      'Formulas',
      `<pre class="formula" tabindex="0"><code>${formulasOf(derivation).map(escape).join('\n')}</code></pre>`,
    ),
    outline.section(
      'Coordinates and parameters',
      parameterTable('Coordinates', model.coordinates),
      parameterTable('What is given when it is made, and may change between steps', model.params),
    ),
    outline.section('Domain', ...domainTables(derivation.singular, model.sample)),
    outline.section(
      'Derivation',
      ...writeBodyFormulas(derivation, tex).map(({ heading, equations }) =>
        outline.part(heading === 'where' ? 'Where' : heading, equationList(equations)),
      ),
    ),
    outline.section('Blocks of the mass matrix', massPicture(derivation)),
    outline.section(
      'Operations',
      OPERATIONS_NOTE,
      operationsTable('One evaluation of M and Q', plainCount([...M.flat(), ...Q]), operations.dynamics),
      table(
        'The other functions',
        [{ title: 'function' }, { title: 'operations', isNumber: true }],
        [
          ...Object.entries(operations.connectors).map(([name, count]): [string, OperationCount] => [
            `connector ${name}`,
            count,
          ]),
          ['energies', operations.energy] as const,
          ['weight', operations.weight] as const,
        ].map(([name, count]) => [escape(name), String(count.total)]),
      ),
    ),
    outline.section('Proof', proofTable(verifyAny(compileBodyClass(derivation).type, PAGE_SAMPLES))),
    outline.section(
      'Code',
      listing(functions.dynamics),
      ...[...functions.connectors, functions.energy, functions.weight].map(
        (source) => `<details><summary>${code(source.name)}</summary>\n${listing(source)}\n</details>`,
      ),
    ),
  );
}

function massPicture({ derivatives, expanded }: BodyDerivation): string {
  const names = expanded.coordinates.flatMap(({ name, rates }) =>
    rates.length === 1 ? [name] : rates.map((_, i) => `${name}.${'xyz'.charAt(i)}`),
  );
  const fixed = new Set<Node>(expanded.params.flatMap(({ components }) => components));
  return patternPicture({
    title: 'Entries of M, by coordinates',
    rows: derivatives.M.map((entries, i) => ({ name: names[i]!, entries })),
    groups: names.map((name) => ({ name, columns: [''] })),
    isFixed: (variable) => fixed.has(variable),
  });
}
