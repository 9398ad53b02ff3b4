import { tex } from '../../notation/tex.js';
import { forceGroups, rowGroups, type ResultUnits } from '../../equations/units.js';
import { formatUnit } from '../../units/format-unit.js';
import type { Account } from '../account.js';
import { domainTables } from './domain.js';
import { code, escape, lines, Outline, table } from './element.js';
import { equationList } from './equations.js';
import { listing } from './highlight.js';
import { OPERATIONS_NOTE, operationsTable } from './operations.js';
import { page } from './page.js';
import { quantityTable } from './quantities.js';
import { patternPicture } from './pattern.js';
import { plainCount } from './plain-count.js';
import { PAGE_SAMPLES, proofTable } from './proof.js';

/** Writes derivations as one page, for a browser. */
export const explainHtml = (accounts: readonly Account[]): string =>
  page(
    accounts.map((account) => ({
      className: account.derivation.className,
      head: head(account),
      body: (level) => body(account, new Outline(level)),
    })),
  );

const head = ({ summary, doc, facts }: Account): string =>
  lines(
    `<p class="lede">${escape(summary)}</p>`,
    doc === undefined ? '' : `<p>${escape(doc)}</p>`,
    `<ul class="facts">${facts.map((fact) => `<li>${fact}</li>`).join('')}</ul>`,
  );

function body(account: Account, outline: Outline): string {
  const { derivation, formulas, given, results, sample, parts, matrix } = account;
  return lines(
    outline.section(
      'Formulas',
      `<pre class="formula" tabindex="0"><code>${formulas.map(escape).join('\n')}</code></pre>`,
    ),
    ...given.map(({ heading, caption, list }) => outline.section(heading, quantityTable(caption, list))),
    outline.section('Units', ...(results === undefined ? [] : unitTables(results))),
    outline.section('Domain', ...domainTables(derivation.singular, sample)),
    outline.section(
      'Derivation',
      ...parts(tex).map(({ heading, equations }) => outline.part(heading, equationList(equations))),
    ),
    outline.section(matrix.heading, patternPicture(matrix.pattern)),
    outline.section('Operations', OPERATIONS_NOTE, ...costTables(account)),
    outline.section('Proof', proofTable(account.prove(PAGE_SAMPLES))),
    outline.section('Code', ...listings(account)),
  );
}

function unitTables(results: ResultUnits): string[] {
  const rows = rowGroups(results).map(({ rows: numbers, symbol, value, lambda }) => [
    code(results.rows === 1 ? symbol : numbers.map((row) => `${symbol}${row}`).join(', ')),
    escape(formatUnit(value)),
    escape(formatUnit(lambda)),
  ]);
  if (rows.length === 0) return [];
  return [
    table('Rows and their multipliers', [{ title: 'row' }, { title: 'its unit' }, { title: 'unit of lambda' }], rows),
    table(
      'Constraint forces',
      [{ title: 'force on' }, { title: 'unit' }],
      forceGroups(results).map(({ inputs, unit }) => [inputs.map(code).join(', '), escape(formatUnit(unit))]),
    ),
  ];
}

function costTables({ costs }: Account): string[] {
  const compared = costs.flatMap(({ of, count, roots }) =>
    roots === undefined ? [] : [operationsTable(`One evaluation of ${of}`, plainCount(roots), count)],
  );
  const others = table(
    'The other functions',
    [{ title: 'function' }, { title: 'operations', isNumber: true }],
    costs.flatMap(({ of, count, roots }) => (roots === undefined ? [[escape(of), String(count.total)]] : [])),
  );
  return [...compared, others];
}

function listings({ sources }: Account): string[] {
  const [main, ...others] = sources();
  return [
    listing(main!),
    ...others.map((source) => `<details><summary>${code(source.name)}</summary>\n${listing(source)}\n</details>`),
  ];
}
