import { numberInC } from '../../emit/targets/c.js';
import { lineComment } from '../../emit/c/comments.js';
import type { Model } from '../equations/system.js';
import { identifier, statePartsOf } from './names.js';
import { noteOf } from './parameters-text.js';

/** A place in an array as a constant: its name, and what is there. */
export interface Place {
  readonly name: string;
  readonly at: number;
  readonly note?: string | undefined;
}

/** Functions and types of a mechanism in C, without the name of its class. */
const TAKEN = ['Watch', 'init', 'begin', 'set', 'step', 'steps', 'energy', 'residual', 'Slopes', 'memory', 'gradient'];

/** The constants of a mechanism: sizes of its arrays, and the places of what the document names. */
export function layoutOf({ plan, size: all }: Model, className: string): Place[] {
  const taken = new Set(TAKEN.map((name) => `${className}_${name}`));
  const named = (parts: readonly string[], at: number, note?: string): Place => {
    // Names of a document that differ in signs alone become one: they are numbered.
    const base = [className, ...parts.map(identifier)].join('_');
    let name = base;
    for (let i = 2; taken.has(name); i++) name = `${base}_${i}`;
    taken.add(name);
    return { name, at, note };
  };
  const { nq, nv, rows, parameters, inputs } = plan;
  const entries = (size: number): string => (size === 1 ? '1 entry' : `${size} entries`);
  return [
    named(['size'], all, `entries of state: ${nq} coordinates, ${nv} velocities${all > nq + nv ? ', and more' : ''}`),
    named(['rows'], rows, 'entries of lambda'),
    named(['parameters'], parameters.length, 'entries of parameters'),
    named(['inputs'], inputs.length, 'entries of target'),
    ...plan.bodies.flatMap((body) => {
      const { values, rates } = statePartsOf(plan, body);
      return [
        ...values.map(({ name, first, size }) => named([body.name, name], first, `in state, ${entries(size)}`)),
        ...rates.map(({ name, first, size }) => {
          const isOwn = values.some((value) => value.name === name);
          return named([body.name, name, ...(isOwn ? ['rate'] : [])], first, `in state, ${entries(size)}`);
        }),
      ];
    }),
    ...plan.constraints.map(({ name, first, rows: size }) =>
      named(['reaction', name], first, `in lambda, ${entries(size)}`),
    ),
    ...plan.handles.map(({ name, first, size }) => named(['handle', name], first, `in target, ${entries(size)}`)),
    ...parameters.map((one, i) => named(['p', one.name], i, noteOf(one))),
  ];
}

/** The constants of a layout as an enumeration. */
export const enumText = (places: readonly Place[]): string =>
  `enum {\n${places
    .map(({ name, at, note }) => `  ${name} = ${at},${note === undefined ? '' : ` ${lineComment(note)}`}`)
    .join('\n')}\n};`;

/** Numbers as the entries of an array. */
export const numbersText = (numbers: ArrayLike<number>): string => `{${Array.from(numbers, numberInC).join(', ')}}`;
