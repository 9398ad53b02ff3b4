import {
  hingeInputs,
  RigidBody3D,
  type Connector,
  type Constraint,
  type ListInputDescription,
  type World,
} from '../../runtime/index.js';
import { quote, SpecError, suggestion } from '../diagnostics/index.js';
import { EntryReader } from './bodies.js';
import type { Classes, ConstraintClass } from './classes.js';
import type { Connectors } from './connectors.js';
import type { ConstraintEntry } from './document.js';
import { sceneFault, type Path } from './faults.js';
import { SCENE_LIMITS } from './limits.js';
import type { Numbers, Values } from './numbers.js';
import { writtenOut, type Item } from './repeat.js';

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
  { name, entry, path, values }: Item<ConstraintEntry>,
  world: World,
  connectors: Connectors,
  numbers: Numbers,
): Constraint | undefined {
  const { faults } = numbers;
  const { type } = Class;
  const read = new EntryReader(path, values, numbers);
  const inputs: Record<string, Connector | readonly (Connector | undefined)[] | undefined> = hingeConnectors(
    entry,
    path,
    world,
    connectors,
    values,
    numbers,
  );
  for (const [input, reference] of Object.entries(entry.on ?? {}))
    inputs[input] = Array.isArray(reference)
      ? read.all(reference.map((one, i) => connectors.find([...path, 'on', input, i], one, values)))
      : connectors.find([...path, 'on', input], reference, values);
  const params = read.record('params', entry.params ?? {});
  const settings = settingsOf(entry, read);
  const known = (list: readonly { readonly name: string }[], field: string, names: readonly string[]): void => {
    const all = list.map((one) => one.name);
    for (const one of names.filter((given) => !all.includes(given)))
      faults.add(
        [...path, field, one],
        `${type.name} has no ${field === 'on' ? 'input' : 'parameter'} ${quote(one)}.`,
        suggestion(one, all) ?? (all.length > 0 ? `it has ${all.join(', ')}` : undefined),
      );
  };
  known(type.inputs, 'on', Object.keys(entry.on ?? {}));
  known('indices' in type ? [...type.params, ...type.indices] : type.params, 'params', Object.keys(entry.params ?? {}));
  const missing = type.inputs.filter((input) => !Object.hasOwn(inputs, input.name));
  for (const input of missing)
    faults.add(
      [...path, 'on'],
      `${type.name} has no connector for its input ${quote(input.name)}.`,
      `give a ${wanted(input)}`,
    );
  const misfits = type.inputs.filter(
    (input) => Object.hasOwn(entry.on ?? {}, input.name) && Array.isArray(entry.on![input.name]) !== isList(input),
  );
  for (const input of misfits)
    faults.add(
      [...path, 'on', input.name],
      `The input ${quote(input.name)} of ${type.name} is a ${wanted(input)}, and ${isList(input) ? 'one' : 'a list'} is given.`,
    );
  const isWhole =
    missing.length + misfits.length === 0 &&
    read.all(inputs) !== undefined &&
    params !== undefined &&
    settings !== undefined;
  return isWhole ? new Class({ ...pick(inputs, type.inputs), ...params }, { name, ...settings }) : undefined;
}

const isList = (input: ListInputDescription): boolean => input.count !== undefined;

const wanted = (input: ListInputDescription): string => (isList(input) ? `list of ${input.kind}s` : input.kind);

const pick = (
  connectors: Readonly<Record<string, unknown>>,
  inputs: ConstraintClass['type']['inputs'],
): Readonly<Record<string, unknown>> => Object.fromEntries(inputs.map(({ name }) => [name, connectors[name]]));

/** The inputs of a hinge in space and of what acts on its angle, from two bodies and the axis. */
function hingeConnectors(
  { hinge }: ConstraintEntry,
  path: Path,
  world: World,
  connectors: Connectors,
  values: Values,
  numbers: Numbers,
): Record<string, Connector> {
  if (hinge === undefined) return {};
  const { faults } = numbers;
  const bodyOf = (key: 'a' | 'b'): RigidBody3D | undefined =>
    faults.try([...path, 'hinge', key], () => {
      const { body } = connectors.body(writtenOut(hinge[key], values, numbers));
      if (body instanceof RigidBody3D) return body;
      throw new SpecError([sceneFault([], 'A hinge joins rigid bodies of space.')]);
    });
  const a = bodyOf('a');
  const b = hinge.b === 'ground' ? world.ground : bodyOf('b');
  const at = numbers.list([...path, 'hinge', 'at'], hinge.at, values);
  const axis = numbers.list([...path, 'hinge', 'axis'], hinge.axis, values);
  if (a === undefined || b === undefined || at === undefined || axis === undefined) return {};
  const inputs = faults.try([...path, 'hinge'], () => hingeInputs({ a, b, at, axis }));
  return inputs === undefined ? {} : { ...inputs.turn, ...inputs.joint };
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
