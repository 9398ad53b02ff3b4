import type { BodyBinding } from '../model/bodies/body-binding.js';
import type { ConnectorWorld } from '../model/connector.js';
import { hasMethod, show } from '../base/check.js';
import { checkCopy } from '../base/copies.js';
import { bindingOf, isConstraint, type Constraint } from '../model/constraint.js';
import { HolonomicRuntimeError } from '../base/errors.js';
import { boundsOf } from '../stabilize/bounds.js';

/** Throws E_CONSTRAINT unless `value` is a constraint. */
export function checkConstraint(value: unknown): void {
  if (isConstraint(value)) return;
  checkCopy(value, 'The constraint to add');
  throw new HolonomicRuntimeError(
    'E_CONSTRAINT',
    `The value to add as a constraint is ${show(value)}.`,
    hasMethod(value, 'apply')
      ? 'Add a force with world.addForce(force).'
      : 'Give a constraint, made by new of a generated class; bodies and forces have methods of their own.',
  );
}

/**
 * Throws unless `constraint` can join `world`: it must be in no world yet, and join connectors that
 * are in this one.
 */
export function checkJoins(constraint: Constraint, world: object): void {
  const binding = bindingOf(constraint);
  if (binding.world !== null) {
    throw addedTwice(binding.label, binding.world === world, 'Make a new constraint instead.');
  }
  binding.connectors.forEach((connector, i) => {
    const what = `Input '${constraint.type.inputs[i]!.name}' of ${binding.label}`;
    if (connector.world.standIn) {
      throw new HolonomicRuntimeError(
        'E_NOT_IN_WORLD',
        `${what} is ${connector.label}, which is in no world.`,
        'Add the body with world.addBody(body) first.',
      );
    }
    if (connector.world !== world) {
      checkCopy(connector.world, `${what}, ${connector.label},`);
      throw new HolonomicRuntimeError(
        'E_OTHER_WORLD',
        `${what} is ${connector.label} of another world.`,
        'A constraint joins things of one world: add it to that one, or make the point in this one.',
      );
    }
    if (connector.removed) {
      throw new HolonomicRuntimeError(
        'E_REMOVED_BODY',
        `${what} is ${connector.label}, which was removed from the world.`,
        'Make the constraint with a body that is in the world.',
      );
    }
  });
}

/** What a world's integrator can take. */
export interface IntegratorAbilities {
  readonly name: string;
  /** True where it chooses its steps, and stops where rows begin and cease to act. */
  readonly isAdaptive: boolean;
  /** True where it takes soft rows implicitly, beside hard ones of the same constraint. */
  readonly takesSoftRows: boolean;
  /** True where it knows no rows with bounds. */
  readonly equationsOnly: boolean;
  /** True where it knows no constraints. */
  readonly unconstrained: boolean;
}

/**
 * Throws E_INTEGRATOR where the integrator cannot take the rows of `constraint`, and E_CONSTRAINT
 * where its friction does not fit the space, or its class brings no code for bounds.
 */
export function checkRows(constraint: Constraint, integrator: IntegratorAbilities): void {
  const { isBounded, softness, type, label } = bindingOf(constraint);
  const { name, isAdaptive, takesSoftRows, equationsOnly, unconstrained } = integrator;
  if (unconstrained) {
    throw new HolonomicRuntimeError(
      'E_INTEGRATOR',
      `${label} is a constraint, and ${name}() takes none: they would hold halfway through steps alone.`,
      'Use bdf2() or rattle(), which end steps on them, or a stiff energy in the place of the constraint.',
    );
  }
  if (isBounded && equationsOnly) throw equationsAlone(name, `${label} has inequalities, friction or a largest force`);
  if (isBounded && boundsOf(constraint) === undefined) {
    throw new HolonomicRuntimeError(
      'E_CONSTRAINT',
      `${label} has inequalities, friction or a largest force, and its class does not extend BoundedConstraint.`,
      'Generate it again: `holonomic generate`. In a class of your own, write `extends BoundedConstraint`.',
    );
  }
  const fault = isAdaptive ? eventFault(constraint) : undefined;
  if (fault !== undefined) {
    throw new HolonomicRuntimeError(
      'E_INTEGRATOR',
      fault(name),
      'Use velocityStep(), or rk4(), which leaves steps in which it acts to velocityStep().',
    );
  }
  if (softness?.frequency === 0 && softness.compliance.includes(0) && !takesSoftRows) {
    throw new HolonomicRuntimeError(
      'E_INTEGRATOR',
      `${label} has hard rows beside soft ones, and ${name}() takes soft rows as springs.`,
      'Use velocityStep(), or give every row a compliance.',
    );
  }
  const slips = type.relations?.filter((relation) => relation === 'friction').length ?? 0;
  const tangents = (type.space ?? constraint.type.inputs.find(({ kind }) => kind === 'point')?.size ?? 2) - 1;
  if (slips > 0 && slips !== tangents) {
    throw new HolonomicRuntimeError(
      'E_CONSTRAINT',
      `${label} has ${slips} row${slips === 1 ? '' : 's'} of friction; a contact ${tangents === 1 ? 'in the plane has one' : 'in space has two'}.`,
      "Write as many components under 'friction.slip'.",
    );
  }
}

/** The error of what an integrator cannot take that takes equations alone. */
export function equationsAlone(name: string, what: string): HolonomicRuntimeError {
  return new HolonomicRuntimeError(
    'E_INTEGRATOR',
    `${what}, and ${name}() takes equations alone.`,
    'Use velocityStep(), which takes springs implicitly too, or a stiff energy in the place of a contact.',
  );
}

/** What an integrator with a name, which stops at events, does not know of the rows of `constraint`; undefined if nothing. */
export function eventFault(constraint: Constraint): ((name: string) => string) | undefined {
  const { isBounded, softness, type, label } = bindingOf(constraint);
  if (!isBounded) return undefined;
  if (type.maxForce !== undefined && type.levels?.every((level) => level === 'velocity') !== true)
    return (name) => `${label} holds positions with a largest force, and ${name}() knows that for rates only.`;
  if (softness !== undefined && (type.friction !== undefined || type.maxForce !== undefined))
    return (name) => `${label} is soft and has friction or a largest force, and ${name}() takes soft rows as springs.`;
  return undefined;
}

function addedTwice(label: string, here: boolean, hint: string): HolonomicRuntimeError {
  return new HolonomicRuntimeError('E_ADDED_TWICE', `${label} is already in ${here ? 'this' : 'another'} world.`, hint);
}

/** Throws unless a body can join `world`: it must be in none yet, and of the same space. */
export function checkBodyJoins({ label, home, type }: BodyBinding, world: ConnectorWorld): void {
  if (home !== null) {
    throw addedTwice(label, home.world === world, 'Make a new body instead, or remove it there first.');
  }
  if (type.space !== world.space) {
    throw new HolonomicRuntimeError(
      'E_BODY_SPACE',
      `${label} lives in ${type.space}D, but the world in ${world.space}D.`,
      `Use a body for ${world.space}D, or a world with space: ${type.space}.`,
    );
  }
}

/** Throws if one of `constraints` is attached to `owner`, called `label`. */
export function checkUnused(owner: object, label: string, constraints: readonly Constraint[]): void {
  const users = constraints
    .map(bindingOf)
    .filter(({ connectors }) => connectors.some((connector) => connector.owner === owner));
  if (users.length === 0) return;
  throw new HolonomicRuntimeError(
    'E_IN_USE',
    `${label} still carries ${users.map((binding) => binding.label).join(', ')}.`,
    'Remove these constraints first.',
  );
}

/** Throws unless the object called `label` is in `world`. `home` is the world it is in, or null. */
export function checkBelongs(label: string, home: object | null, world: object): void {
  if (home === world) return;
  throw new HolonomicRuntimeError(
    'E_NOT_IN_WORLD',
    `${label} is not in this world.`,
    home === null ? 'It was never added, or was removed before.' : 'It is in another world: remove it from that one.',
  );
}
