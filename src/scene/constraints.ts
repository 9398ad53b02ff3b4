import type { Constraint, World } from '../../runtime/index.js';
import { quote, suggestion } from '../diagnostics/index.js';
import { EntryReader } from './bodies.js';
import type { Classes, ConstraintClass } from './classes.js';
import type { Connectors } from './connectors.js';
import type { ConstraintEntry } from './document.js';
import { joinedOptions } from './joined-options.js';
import { SCENE_LIMITS } from './limits.js';
import type { Numbers } from './numbers.js';
import type { Item } from './repeat.js';

/** A constraint of a scene, with the inputs by which it does work, if it is a driver. */
export interface SceneConstraint {
  readonly name: string;
  readonly constraint: Constraint;
  readonly drivers: readonly string[];
}

/** Adds the constraints of a scene to a world. Mistakes are recorded. */
export function addConstraints(
  items: readonly Item<ConstraintEntry>[],
  world: World,
  classes: Classes,
  connectors: Connectors,
  numbers: Numbers,
): readonly SceneConstraint[] {
  const { faults } = numbers;
  let rows = 0;
  const found = items.flatMap((item) => {
    const Class = faults.try([...item.path, 'type'], () => classes.constraint(item.entry.type));
    rows += Class?.type.rows ?? 0;
    return Class === undefined ? [] : [{ item, Class }];
  });
  if (rows > SCENE_LIMITS.rows)
    faults.add(['constraints'], `The scene has ${rows} rows of constraints; the limit is ${SCENE_LIMITS.rows}.`);
  const added: SceneConstraint[] = [];
  for (const { item, Class } of found) {
    if (faults.isFull || rows > SCENE_LIMITS.rows) break;
    const { entry, path, name } = item;
    const constraint = faults.try(path, () => construct(Class, item, world, connectors, numbers));
    if (constraint === undefined) continue;
    faults.try(path, () => world.add(constraint));
    const drivers = driversOf(entry);
    const names = Class.type.inputs.map((input) => input.name);
    const entries = constraint.type.inputs.map((input) => input.name);
    for (const driver of drivers)
      if (!names.includes(driver) && !entries.includes(driver))
        faults.add([...path, 'driver'], `${entry.type} has no input ${quote(driver)}.`, suggestion(driver, names));
    added.push({ name, constraint, drivers });
  }
  return added;
}

/** The inputs by which a constraint does work. */
export const driversOf = ({ driver = [] }: ConstraintEntry): readonly string[] => [driver].flat();

function construct(
  Class: ConstraintClass,
  item: Item<ConstraintEntry>,
  world: World,
  connectors: Connectors,
  numbers: Numbers,
): Constraint | undefined {
  const { name, entry, path, values } = item;
  const options = joinedOptions(Class.type, item, world, connectors, numbers);
  const settings = settingsOf(entry, new EntryReader(path, values, numbers));
  return options && settings && new Class(options, { name, ...settings });
}

/** The softness of a constraint. Undefined if it has a mistake. */
function settingsOf(
  { compliance, damping, hertz, dampingRatio }: ConstraintEntry,
  read: EntryReader,
): Readonly<Record<string, number | number[]>> | undefined {
  return read.all({
    ...(compliance !== undefined && { compliance: read.either('compliance', compliance) }),
    ...(damping !== undefined && { damping: read.either('damping', damping) }),
    ...(hertz !== undefined && { hertz: read.number('hertz', hertz) }),
    ...(dampingRatio !== undefined && { dampingRatio: read.number('dampingRatio', dampingRatio) }),
  });
}
