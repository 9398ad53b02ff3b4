import { commentText, numberLiteral } from '../../emit/literal.js';
import type { SceneParameter } from '../../scene/parameters.js';
import type { Plan } from '../plan/plan.js';

/** The parameters of a module: their type, their values and their ranges. */
export function parametersText({ parameters }: Plan, className: string): string {
  const fields = parameters.map((one) => `${docOf(one)}readonly ${one.name}: number;`);
  const values = parameters.map(({ name, value }) => `${name}: ${numberLiteral(value)}`);
  const ranges = parameters.map(
    ({ min = -Infinity, max = Infinity }) => `[${numberLiteral(min)}, ${numberLiteral(max)}]`,
  );
  return `/** Parameters of the mechanism, those of the scene. */
export interface ${className}Parameters {
${fields.join('\n')}
}

/** The values that parameters have if they are left out. */
export const defaults: ${className}Parameters = { ${values.join(', ')} };

const names: readonly string[] = Object.keys(defaults);
const ranges: readonly (readonly [least: number, most: number])[] = [${ranges.join(', ')}];
const derived: readonly boolean[] = [${parameters.map(({ isDerived }) => isDerived).join(', ')}];`;
}

/** What there is to say of a parameter: its text, its unit, its range. */
export function noteOf({ doc, unit, min, max, isDerived }: SceneParameter): string | undefined {
  const range =
    min === undefined && max === undefined
      ? undefined
      : max === undefined
        ? `at least ${min}`
        : min === undefined
          ? `at most ${max}`
          : `from ${min} to ${max}`;
  const formula = isDerived ? "by the scene's formula of others if left out" : undefined;
  const parts = [doc, unit, range, formula].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(', ');
}

function docOf(parameter: SceneParameter): string {
  const note = noteOf(parameter);
  return note === undefined ? '' : `/** ${commentText(note)} */\n`;
}
