import {
  constantForce,
  drag,
  gravity,
  RigidBody2D,
  RigidBody3D,
  spring,
  torque,
  torsionSpring,
  type Energy,
  type Force,
  type FrameOptions,
  type PointConnector,
  type ScalarConnector,
  type World,
} from '../../runtime/index.js';
import { EntryReader } from './bodies.js';
import type { Classes } from './classes.js';
import type { Connectors } from './connectors.js';
import type { ConnectorEntry, EnergyEntry, ForceEntry } from './document.js';
import { joinedOptions } from './joined-options.js';
import type { Numbers } from './numbers.js';
import { writtenOut, type Item } from './repeat.js';

/** Adds the forces of a scene to a world. Mistakes are recorded. */
export function addForces(
  items: readonly Item<ForceEntry>[],
  world: World,
  connectors: Connectors,
  numbers: Numbers,
): void {
  for (const item of items) {
    if (numbers.faults.isFull) break;
    numbers.faults.try(item.path, () => {
      const force = forceOf(item, connectors, numbers);
      if (force !== undefined) world.addForce(force);
    });
  }
}

/** Adds the energies of a scene to a world, and returns them by their names. Mistakes are recorded. */
export function addEnergies(
  items: readonly Item<EnergyEntry>[],
  world: World,
  classes: Classes,
  connectors: Connectors,
  numbers: Numbers,
): ReadonlyMap<string, Energy> {
  const { faults } = numbers;
  const added = new Map<string, Energy>();
  for (const item of items) {
    if (faults.isFull) break;
    const { name, entry, path } = item;
    const Class = faults.try([...path, 'type'], () => classes.energy(entry.type));
    faults.try(path, () => {
      const options = Class && joinedOptions(Class.type, item, world, connectors, numbers);
      if (Class === undefined || options === undefined) return;
      const energy = new Class(options, { name });
      world.addForce(energy);
      added.set(name, energy);
    });
  }
  return added;
}

function forceOf(
  { entry, path, values }: Item<ForceEntry>,
  connectors: Connectors,
  numbers: Numbers,
): Force | undefined {
  const read = new EntryReader(path, values, numbers);
  const point = (field: string, reference: ConnectorEntry): PointConnector | undefined =>
    connectors.point([...path, field], reference, values);
  const scalar = (field: string, reference: ConnectorEntry): ScalarConnector | undefined => {
    const connector = connectors.find([...path, field], reference, values);
    if (connector === undefined || connector.kind === 'scalar') return connector as ScalarConnector | undefined;
    numbers.faults.add([...path, field], `An angle or another scalar is expected here, not a ${connector.kind}.`);
    return undefined;
  };
  switch (entry.type) {
    case 'gravity': {
      const g = numbers.vector([...path, 'g'], entry.g, connectors.world.space, values);
      return g && gravity(g);
    }
    case 'spring': {
      const options = read.all({
        a: point('a', entry.a),
        b: point('b', entry.b),
        stiffness: read.number('stiffness', entry.stiffness),
        damping: read.number('damping', entry.damping ?? 0),
        restLength: read.number('restLength', entry.restLength),
      });
      return options && spring(options);
    }
    case 'torsionSpring': {
      const options = read.all({
        a: scalar('a', entry.a),
        b: scalar('b', entry.b),
        stiffness: read.number('stiffness', entry.stiffness),
        damping: read.number('damping', entry.damping ?? 0),
        restAngle: read.number('restAngle', entry.restAngle ?? 0),
      });
      return options && torsionSpring(options);
    }
    case 'drag': {
      const coefficient = read.number('coefficient', entry.coefficient);
      const points = entry.points?.map((reference, i) => connectors.point([...path, 'points', i], reference, values));
      if (coefficient === undefined || points?.includes(undefined) === true) return undefined;
      return points === undefined ? drag(coefficient) : drag(coefficient, points as PointConnector[]);
    }
    case 'constant': {
      const connector = connectors.find([...path, 'on'], entry.on, values);
      const f = read.either('force', entry.force);
      if (connector === undefined || f === undefined) return undefined;
      return constantForce(connector as never, f as never, frameOf(entry));
    }
    case 'torque': {
      const t = read.either('torque', entry.torque);
      const name = writtenOut(entry.on, values, numbers);
      const body = connectors.bodies.get(name)?.body;
      const target = body instanceof RigidBody2D || body instanceof RigidBody3D ? body : scalar('on', name);
      return t === undefined || target === undefined ? undefined : torque(target as never, t as never, frameOf(entry));
    }
  }
}

/** The option of {@link constantForce} and {@link torque}, which scalars do not have. */
const frameOf = ({ frame }: Extract<ForceEntry, { type: 'constant' | 'torque' }>): FrameOptions =>
  frame ? { frame } : {};
