import type { Value } from '../../lower/program.js';
import type { ForceEntry, Quantity } from '../../scene/document.js';
import type { Item } from '../../scene/repeat.js';
import { pushName } from '../options.js';
import { refusal } from '../refusal.js';
import type { PlanBody } from './bodies.js';
import type { Given, PlanConnector, PlanConnectors } from './connectors.js';
import type { PlanEnergy } from './energies.js';
import { listOf, type Quantities } from './quantities.js';

/** A force of a scene, its numbers as values. */
export type PlanForce =
  | { readonly type: 'gravity'; readonly g: readonly Value[] }
  | ({ readonly type: 'spring'; readonly restLength: Value } & Between)
  | ({ readonly type: 'torsionSpring'; readonly restAngle: Value } & Between)
  | { readonly type: 'drag'; readonly coefficient: Value; readonly points: readonly PlanConnector[] | undefined }
  | {
      readonly type: 'constant';
      readonly on: PlanConnector;
      readonly force: readonly Value[];
      /** False for a torque on a scalar. */
      readonly hasPotential: boolean;
    }
  | { readonly type: 'torque'; readonly body: PlanBody; readonly torque: readonly Value[] }
  | PlanEnergy
  | PlanPush;

/** A generalized force on a body that whoever runs the module gives it. */
export interface PlanPush {
  readonly type: 'push';
  readonly body: PlanBody;
  readonly force: Given;
}

interface Between {
  readonly a: PlanConnector;
  readonly b: PlanConnector;
  readonly stiffness: Value;
  readonly damping: Value;
}

/** Pushes on all bodies, none at the beginning. */
export const planPushes = (bodies: readonly PlanBody[], connectors: PlanConnectors, { ops }: Quantities): PlanPush[] =>
  bodies.map((body) => ({
    type: 'push',
    body,
    force: connectors.input(pushName(body.name), ops.literals(new Array<number>(body.nv).fill(0))),
  }));

/** Reads the forces of a scene that was checked before. */
export function planForces(
  items: readonly Item<ForceEntry>[],
  connectors: PlanConnectors,
  quantities: Quantities,
): PlanForce[] {
  return items.map(({ entry, values }): PlanForce => {
    const number = (quantity: Quantity): Value => quantities.value(quantity, values);
    const list = (quantity: Quantity | readonly Quantity[]): Value[] => quantities.list(listOf(quantity), values);
    const between = (one: Extract<ForceEntry, { type: 'spring' | 'torsionSpring' }>): Between => ({
      a: connectors.find(one.a, values),
      b: connectors.find(one.b, values),
      stiffness: number(one.stiffness),
      damping: number(one.damping ?? 0),
    });
    if ('frame' in entry && entry.frame === 'body') throw refusal('The scene has a force that turns with its body.');
    switch (entry.type) {
      case 'gravity':
        return { type: 'gravity', g: list(entry.g) };
      case 'spring':
        return { type: 'spring', ...between(entry), restLength: number(entry.restLength) };
      case 'torsionSpring':
        return { type: 'torsionSpring', ...between(entry), restAngle: number(entry.restAngle ?? 0) };
      case 'drag':
        return {
          type: 'drag',
          coefficient: number(entry.coefficient),
          points: entry.points?.map((point) => connectors.find(point, values)),
        };
      case 'constant':
        return {
          type: 'constant',
          on: connectors.find(entry.on, values),
          force: list(entry.force),
          hasPotential: true,
        };
      case 'torque': {
        const body = connectors.rigidBody(entry.on, values);
        return body === undefined
          ? { type: 'constant', on: connectors.find(entry.on, values), force: list(entry.torque), hasPotential: false }
          : { type: 'torque', body, torque: list(entry.torque) };
      }
    }
  });
}
