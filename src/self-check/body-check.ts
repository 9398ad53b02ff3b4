import { bodyFormula } from '../bodies/body-formula.js';
import type { ExpandedBody } from '../formula/expanded-body.js';
import type { Program } from '../lower/program.js';
import { readBody, type BodyOwner } from '../reference/read-body.js';
import { TaylorBody } from '../reference/taylor/body.js';
import type { Bounded } from '../reference/taylor/jet-table.js';
import type { Node } from '../symbolic/node.js';
import { bodyProgramInputs, drawBodyConfiguration, type BodyConfiguration } from '../sampling/body-configuration.js';
import type { Random } from '../sampling/random.js';
import { compare, type CheckedPoint, type Comparison } from './compare.js';
import { parsedBefore } from './parsed-before.js';
import { checkPoints, scaled } from './points.js';

/** The self-check of one kind of body: see `ConstraintCheck`. */
export class BodyCheck {
  /** Configurations at which the formulas are finite; empty if none was found. */
  readonly points: readonly CheckedPoint<BodyConfiguration>[];
  readonly #values: readonly ReadonlyMap<string, readonly Bounded[]>[];

  constructor(expanded: ExpandedBody) {
    const { model, formulas, coordinates, params, connectors } = expanded;
    const owner: BodyOwner = {
      space: model.space,
      coordinates: model.coordinates,
      params: model.params,
      formula: bodyFormula(model),
      connectors: connectors.map(({ name, size, local }) => ({ name, size, localSize: local.length })),
    };
    const body = readBody(owner, parsedBefore([...formulas.where, ...formulas.others.values()]));
    const local = connectors.find((connector) => connector.local.length > 0)?.local ?? [];
    const names = [
      ...coordinates.flatMap(({ components }) => components),
      ...coordinates.flatMap(({ rates }) => rates),
      ...params.flatMap(({ components }) => components),
      ...local,
      expanded.time,
    ].map(nameOf);
    const draw = (random: Random, scale: number): BodyConfiguration => {
      const at = drawBodyConfiguration(owner, random);
      return { ...at, x: scaled(at.x, owner.coordinates, owner.formula.sample, scale) };
    };
    const { points } = checkPoints(body.program, draw, bodyProgramInputs);
    this.points = points.map(({ at, isUsual }) => {
      const numbers = [...at.x, ...at.v, ...at.p, ...at.local, at.t];
      return { at, isUsual, loads: new Map(names.map((name, k) => [name, numbers[k]!])) };
    });
    const taylor = new TaylorBody(body);
    this.#values = points.map(({ at }) => taylor.at(at));
  }

  /**
   * Compares a program that computes all entries of some quantities of the body with the formulas.
   */
  compare(program: Program, quantities: readonly string[]): Comparison {
    const entries = (): string[] =>
      quantities.flatMap((name) => this.#values[0]!.get(name)!.map((_, k) => `entry ${k + 1} of ${name}`));
    const expectedAt = (point: number): readonly Bounded[] =>
      quantities.flatMap((name) => this.#values[point]!.get(name)!);
    return compare(program, this.points, expectedAt, (k) => entries()[k]!);
  }
}

const nameOf = (node: Node): string => {
  if (node.kind !== 'variable') throw new Error('coordinates, parameters and time are variables');
  return node.name;
};
