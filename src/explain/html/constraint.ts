import { blocksOf, type SpaceDerivation } from '../../derive/derive-space.js';
import { compileClass } from '../../emit/compile.js';
import { constraintKernel, jdotKernel } from '../../emit/kernel.js';
import { writeFormulas } from '../../notation/formulas.js';
import { tex } from '../../notation/tex.js';
import { forceGroups, rowGroups } from '../../notation/units.js';
import { formulaList } from '../../spec/formula-list.js';
import type { Node } from '../../symbolic/node.js';
import { formatUnit } from '../../units/format-unit.js';
import { verifyType } from '../../verify/index.js';
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

/** The derivation of a constraint as a page. */
export const explainHtml = (spaces: readonly SpaceDerivation[]): string => page(spaces.map(constraintPart));

function constraintPart(derivation: SpaceDerivation): ClassPart {
  return {
    className: derivation.className,
    head: head(derivation),
    body: (level) => body(derivation, new Outline(level)),
  };
}

function head({ spec, space, rows, levels }: SpaceDerivation): string {
  const rates = levels.filter((level) => level === 'velocity').length;
  const level =
    rates === 0 ? 'position level' : rates === rows ? 'velocity level' : `${rates} of ${rows} rows at velocity level`;
  const facts = [space === 2 ? 'in the plane' : 'in space', rows === 1 ? 'one row' : `${rows} rows`, level];
  return lines(
    `<p class="lede">${escape(spec.summary)}</p>`,
    spec.doc === undefined ? '' : `<p>${escape(spec.doc)}</p>`,
    `<ul class="facts">${facts.map((fact) => `<li>${fact}</li>`).join('')}</ul>`,
  );
}

function body(derivation: SpaceDerivation, outline: Outline): string {
  const { spec, params, inputs, operations, derivatives } = derivation;
  const { C, Cdot, J, gamma, Jdot } = derivatives;
  const formulas = writeFormulas(derivation, tex);
  const formula = [
    ...formulaList(spec),
    ...Object.entries(spec.where ?? {}).map(([name, text]) => `where ${name} = ${text}`),
  ];
  return lines(
    outline.section(
      'Formula',
      `<pre class="formula" tabindex="0"><code>${formula.map(escape).join('\n')}</code></pre>`,
    ),
    outline.section(
      'Inputs and parameters',
      table(
        'What it joins',
        [{ title: 'input' }, { title: 'kind' }, { title: 'components' }, { title: 'unit' }],
        inputs.map(({ name, kind, size, unit }) => [
          code(name),
          kind,
          String(size),
          escape(unit ?? { point: 'm', direction: '1', scalar: 'rad, or that of a coordinate' }[kind]),
        ]),
      ),
      parameterTable('What is given when it is made, and may change between steps', params),
    ),
    outline.section('Units', ...unitTables(derivation)),
    outline.section('Domain', ...domainTables(derivation.singular, spec.sample)),
    outline.section(
      'Derivation',
      outline.part('Where', equationList(formulas.where)),
      outline.part('Value', equationList(formulas.C)),
      outline.part('Velocity', equationList(formulas.Cdot)),
      outline.part('Velocity level', equationList(formulas.phi)),
      outline.part('Jacobian', equationList(formulas.J)),
      outline.part('Bias', equationList(formulas.gamma)),
    ),
    outline.section('Blocks of the Jacobian', jacobianPicture(derivation)),
    outline.section(
      'Operations',
      OPERATIONS_NOTE,
      operationsTable(
        'One evaluation of C, Cdot, J and gamma',
        plainCount([...C, ...Cdot, ...blocksOf(J), ...gamma]),
        operations.kernel,
      ),
      operationsTable('Jdot, where it is asked for', plainCount(blocksOf(Jdot)), operations.Jdot),
    ),
    outline.section('Proof', proofTable(verifyType(compileClass(derivation).type, PAGE_SAMPLES))),
    outline.section(
      'Code',
      listing(constraintKernel(derivation)),
      `<details><summary>Rate of the Jacobian</summary>\n${listing(jdotKernel(derivation))}\n</details>`,
    ),
  );
}

function unitTables(derivation: SpaceDerivation): string[] {
  const rows = rowGroups(derivation).map(({ rows: numbers, symbol, value, lambda }) => [
    code(derivation.rows === 1 ? symbol : numbers.map((row) => `${symbol}${row}`).join(', ')),
    escape(formatUnit(value)),
    escape(formatUnit(lambda)),
  ]);
  if (rows.length === 0) return [];
  return [
    table('Rows and their multipliers', [{ title: 'row' }, { title: 'its unit' }, { title: 'unit of lambda' }], rows),
    table(
      'Constraint forces',
      [{ title: 'force on' }, { title: 'unit' }],
      forceGroups(derivation).map(({ inputs, unit }) => [inputs.map(code).join(', '), escape(formatUnit(unit))]),
    ),
  ];
}

function jacobianPicture({ derivatives, inputs, expanded, rows }: SpaceDerivation): string {
  const fixed = new Set<Node>(expanded.params.flatMap(({ components }) => components));
  return patternPicture({
    title: 'Entries of J: a row for each equation, a block for each input',
    rows: derivatives.J.map((blocks, i) => ({ name: rows === 1 ? 'C' : `row ${i + 1}`, entries: blocks.flat() })),
    groups: inputs.map(({ name, size }) => ({ name, columns: size === 1 ? [''] : ['x', 'y', 'z'].slice(0, size) })),
    isFixed: (variable) => fixed.has(variable),
  });
}
