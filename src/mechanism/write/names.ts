import type { LocalNames } from '../ops/functions.js';
import type { PlanBody } from '../plan/bodies.js';
import type { Plan } from '../plan/plan.js';
import { PARAMETERS } from '../plan/quantities.js';
import { STATE } from '../equations/state.js';
import { STAGE } from '../step/stages.js';

const AXES = ['x', 'y', 'z'] as const;
const QUATERNION = ['w', ...AXES] as const;

/** A name of a document as part of an identifier. */
export const identifier = (name: string): string => name.replace(/\W/g, '_');

/** A part of a body's state: its name, and its entries of the state. */
export interface StatePart {
  readonly name: string;
  readonly first: number;
  readonly size: number;
}

/** The parts of a body's state, by the names that the runtime has for them. */
export function statePartsOf({ nq }: Plan, body: PlanBody): { values: StatePart[]; rates: StatePart[] } {
  const { coordinates } = body;
  const names =
    body.derivation === undefined
      ? [['position', 'velocity']]
      : coordinates[0]?.name === 'p'
        ? [
            ['position', 'velocity'],
            [coordinates[1]!.isOrientation ? 'orientation' : 'angle', 'angularVelocity'],
          ]
        : coordinates.map(({ name }) => [name, name]);
  return {
    values: coordinates.map(({ q, size }, i) => ({ name: names[i]![0]!, first: body.q + q, size })),
    rates: coordinates.map(({ v, rateSize }, i) => ({ name: names[i]![1]!, first: nq + body.v + v, size: rateSize })),
  };
}

/** Names of local variables from those of the document: `crank_x`, `crank_vx`; a parameter's own name. */
export function localNamesOf(plan: Plan): LocalNames {
  const names = new Map(plan.parameters.map(({ name }, i) => [`${PARAMETERS}[${i}]`, name]));
  for (const body of plan.bodies) {
    body.coordinates.forEach((coordinate) => {
      const isPosition = body.derivation === undefined || coordinate.name === 'p';
      const part = isPosition ? '' : identifier(coordinate.name);
      const give = (first: number, size: number, prefix: string): void => {
        const ends = size === 1 ? [''] : size === 4 ? QUATERNION : AXES;
        for (let c = 0; c < size; c++) {
          const name = [identifier(body.name), `${prefix}${part}${ends[c]!}`].filter(Boolean).join('_');
          for (const array of [STATE, STAGE.state]) names.set(`${array}[${first + c}]`, name);
        }
      };
      give(body.q + coordinate.q, coordinate.size, '');
      give(plan.nq + body.v + coordinate.v, coordinate.rateSize, 'v');
    });
  }
  return (variable) => names.get(variable);
}
