import type { ConstraintType } from '../../../runtime/model/constraint-type.js';
import { bindingOf } from '../../../runtime/model/constraint.js';
import type { Constraint } from '../../../runtime/index.js';
import type { SpaceDerivation } from '../../derive/derive-space.js';
import { quote } from '../../diagnostics/index.js';
import type { ConstraintEntry } from '../../scene/document.js';
import type { Item } from '../../scene/repeat.js';
import { refusal } from '../refusal.js';
import type { PlanConnectors } from './connectors.js';
import { derivationOf } from './derivations.js';
import { joined, type Joined } from './joined.js';
import type { Quantities } from './quantities.js';

/** A constraint with its rows, and its numbers as values. */
export interface PlanConstraint extends Joined {
  readonly name: string;
  readonly derivation: SpaceDerivation;
  readonly first: number;
  readonly rows: number;
  /** True where its rates are `J ẋ`, with a `J` that changes with the bodies alone. */
  readonly isTimeless: boolean;
}

/**
 * Lays out the rows of a scene as the runtime does, those of one class after the other. Throws a
 * SpecError for a constraint that is more than equations.
 */
export function planConstraints(
  items: readonly Item<ConstraintEntry>[],
  built: ReadonlyMap<string, Constraint>,
  connectors: PlanConnectors,
  quantities: Quantities,
): PlanConstraint[] {
  const byType = new Map<ConstraintType, Item<ConstraintEntry>[]>();
  for (const item of items) {
    const constraint = built.get(item.name)!;
    checkEquations(item, constraint);
    const { type } = constraint;
    byType.set(type, [...(byType.get(type) ?? []), item]);
  }
  let first = 0;
  return [...byType].flatMap(([type, ofType]) =>
    ofType.map((item) => {
      const derivation = derivationOf(type);
      const constraint = { ...planConstraint(item, built.get(item.name)!, derivation, connectors, quantities), first };
      first += derivation.rows;
      return constraint;
    }),
  );
}

function checkEquations({ name, entry }: Item<ConstraintEntry>, constraint: Constraint): void {
  const { type } = constraint;
  const what = `The constraint ${quote(name)}`;
  const limit = 'A mechanism of its own has equations alone.';
  if (Object.values(entry.on ?? {}).some((reference) => Array.isArray(reference)))
    throw refusal(`${what} reads a list of connectors. ${limit}`);
  if (type.relations?.some((relation) => relation !== '==') === true)
    throw refusal(`${what} is an inequality. ${limit}`);
  if (type.maxForce !== undefined) throw refusal(`${what} has a largest force. ${limit}`);
  if (!bindingOf(constraint).isPlain) throw refusal(`${what} is soft. ${limit}`);
}

function planConstraint(
  item: Item<ConstraintEntry>,
  { type: { dependsOnTime, levels = [] }, params }: Constraint,
  derivation: SpaceDerivation,
  connectors: PlanConnectors,
  quantities: Quantities,
): Omit<PlanConstraint, 'first'> {
  const { inputs, parameters } = joined(item, derivation, connectors, quantities, params);
  return {
    name: item.name,
    derivation,
    rows: derivation.rows,
    inputs,
    parameters,
    isTimeless:
      dependsOnTime === false &&
      levels.every((level) => level === 'position') &&
      !inputs.some((input) => input.kind === 'given' && input.moves),
  };
}
