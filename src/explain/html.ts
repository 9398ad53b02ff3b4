import temml from 'temml';
import type { SpaceDerivation } from '../derive/derive-space.js';
import { typescript } from '../emit/addresses.js';
import { kernelSource } from '../emit/kernel.js';
import { writeFormulas, type Equation } from '../notation/formulas.js';
import { tex } from '../notation/tex.js';
import { formulaList } from '../spec/formula-list.js';

/** One self-contained page: formula, parameters, derivation in MathML, operations, and the kernel. */
export function explainHtml(spaces: readonly SpaceDerivation[]): string {
  return page(spaces.map((space) => space.className).join(', '), spaces.map(section));
}

/** A page that needs nothing beside itself. */
export function page(title: string, sections: readonly string[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${sections.join('\n')}
</main>
</body>
</html>
`;
}

export const escape = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
pre { overflow-x: auto; padding: 1rem; border: 1px solid #8884; border-radius: 6px; font-size: 0.85rem; line-height: 1.4; }
table { border-collapse: collapse; }
th, td { text-align: left; padding: 0.2rem 1rem 0.2rem 0; vertical-align: baseline; }
.equations { overflow-x: auto; }
math { font-size: 1.05rem; }
`;

function section(derivation: SpaceDerivation): string {
  const { className, spec, params, operations } = derivation;
  const formulas = writeFormulas(derivation, tex);
  const where = Object.entries(spec.where ?? {});
  const parameters = params.map(
    ({ name, kind, unit = '', doc = '' }) =>
      `<tr><td><code>${escape(name)}</code></td><td>${kind}</td><td>${escape(unit)}</td><td>${escape(doc)}</td></tr>`,
  );
  const kinds = Object.entries(operations.kernel.byKind).map(
    ([kind, count]) => `<tr><td><code>${escape(kind)}</code></td><td>${count}</td></tr>`,
  );
  return `<h1>${escape(className)}</h1>
<p>${escape(spec.summary)}</p>
${spec.doc === undefined ? '' : `<p>${escape(spec.doc)}</p>\n`}<pre>${[...formulaList(spec), ...where.map(([name, formula]) => `where ${name} = ${formula}`)].map(escape).join('\n')}</pre>
${parameters.length === 0 ? '' : `<h2>Parameters</h2>\n<table>${parameters.join('')}</table>`}
<h2>Derivation</h2>
${part('where', formulas.where)}
${part('Value', formulas.C)}
${part('Velocity', formulas.Cdot)}
${part('Velocity level', formulas.phi)}
${part('Jacobian', formulas.J)}
${part('Bias', formulas.gamma)}
<h2>Operations: ${operations.kernel.total}</h2>
<table>${kinds.join('')}</table>
<h2>Kernel</h2>
<pre>${escape(kernelSource(derivation, typescript).body)}</pre>`;
}

/** Equations under a heading; nothing where there are none. */
export const part = (heading: string, equations: readonly Equation[]): string =>
  equations.length === 0
    ? ''
    : `<h3>${escape(heading)}</h3>\n<div class="equations">${equations.map(mathml).join('\n')}</div>`;

const mathml = ({ symbol, expression }: Equation): string =>
  temml.renderToString(`${symbol} = ${expression}`, { displayMode: true });
