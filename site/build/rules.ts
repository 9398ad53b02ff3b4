import { ParametricBody } from '../../runtime/index.js';
import type { BodyClass } from '../../src/scene/classes.js';
import type { CheckedScene, LoadedScene } from '../../src/scene/index.js';
import { formulaTex } from './formula-tex.js';
import { escapeHtml } from './scenes.js';
import { equations } from './typeset.js';

/** A formula as one types it, and the same in TeX. */
export interface Line {
  readonly text: string;
  readonly tex: string;
}

/** A class of a scene. */
export interface Rule {
  readonly name: string;
  readonly summary: string;
  /** False for a class of the library. */
  readonly isOwn: boolean;
  /** The number of its constraints or bodies in the scene. */
  readonly count: number;
  readonly formulas: readonly Line[];
  readonly where: readonly Line[];
}

/** Lists the rules of a scene: the classes of its constraints and energies, and those of bodies that formulas describe. */
export function rulesOf(
  { document: { specs = {} } }: LoadedScene,
  { world, energies }: CheckedScene['built'],
): readonly Rule[] {
  const isOwn = (name: string): boolean =>
    Object.hasOwn(specs, name.replace(/[23]D$/, '')) || Object.hasOwn(specs, name);
  const types = [
    ...world.constraints.map(({ type: { name, summary, formula } }) => ({
      name,
      summary,
      formulas: formula.C.map((text) => ({ text, tex: formulaTex(text, true) })),
      where: formula.where,
    })),
    ...[...energies.values()].map(({ type: { name, summary, formula } }) => ({
      name,
      summary,
      formulas: definitions({ V: formula.V, ...(formula.damping !== undefined && { D: formula.damping }) }),
      where: formula.where,
    })),
    ...world.bodies
      .flatMap((body) => (body instanceof ParametricBody ? [(body.constructor as unknown as BodyClass).type] : []))
      .map(({ name, summary, formula: { connectors, where } }) => ({
        name,
        summary,
        formulas: definitions(connectors),
        where,
      })),
  ];
  const rules = new Map<string, Rule>();
  for (const { where, ...type } of types) {
    const known = rules.get(type.name);
    rules.set(type.name, {
      ...(known ?? { ...type, isOwn: isOwn(type.name), where: definitions(where) }),
      count: (known?.count ?? 0) + 1,
    });
  }
  return [...rules.values()];
}

const definitions = (formulas: Readonly<Record<string, string>>): readonly Line[] =>
  Object.entries(formulas).map(([name, formula]) => ({
    text: `${name} = ${formula}`,
    tex: `${formulaTex(name)} = ${formulaTex(formula)}`,
  }));

/** The rules as they stand on the page: typeset, and below it as they are typed. */
export const rulesList = (rules: readonly Rule[]): string =>
  `<div class="rules" v-pre>\n${rules.map(ruleItem).join('\n')}\n</div>`;

function ruleItem({ name, summary, isOwn, count, formulas, where }: Rule): string {
  const used = `${isOwn ? 'its own, ' : ''}${count === 1 ? 'once' : `${count} times`}`;
  const typed = [...formulas.map(({ text }) => text), ...where.map(({ text }) => `where ${text}`)];
  return (
    `<section><h3>${escapeHtml(name)} <small>${used}</small></h3><p>${escapeHtml(summary)}</p>` +
    `<div class="typeset" tabindex="0" role="group" aria-label="Formulas of ${escapeHtml(name)}">` +
    `${equations(formulas.map(texOf))}${where.length === 0 ? '' : `<p>where</p>${equations(where.map(texOf))}`}</div>` +
    `<p class="typed">${typed.map((line) => `<code>${escapeHtml(line)}</code>`).join('<br>')}</p></section>`
  );
}

const texOf = ({ tex }: Line): string => tex;
