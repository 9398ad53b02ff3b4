import {
  hingeInputs,
  RigidBody3D,
  type Connector,
  type ConstraintType,
  type EnergyType,
  type HingeInputs,
  type ListInputDescription,
  type ListType,
  type World,
} from '../../runtime/index.js';
import { quote, SpecError, suggestion } from '../diagnostics/index.js';
import { EntryReader } from './bodies.js';
import type { Connectors } from './connectors.js';
import type { ConstraintEntry } from './document.js';
import { sceneFault, type Path } from './faults.js';
import type { Numbers, Values } from './numbers.js';
import { writtenOut, type Item } from './repeat.js';

/** A part of a scene that joins connectors: a constraint or an energy. */
type JoinedEntry = Pick<ConstraintEntry, 'on' | 'hinge' | 'params'>;
type JoinedType = ConstraintType | ListType | EnergyType;

/**
 * The options of a constraint or an energy of a type: its connectors, those of a hinge included, and
 * its parameters. Undefined if it has a mistake, which is recorded.
 */
export function joinedOptions(
  type: JoinedType,
  { entry, path, values, name }: Item<JoinedEntry>,
  world: World,
  connectors: Connectors,
  numbers: Numbers,
): object | undefined {
  const { faults } = numbers;
  if (entry.hinge !== undefined && !takesHinge(type)) {
    faults.add(
      [...path, 'hinge'],
      `${type.name} is no hinge, and does not act on the angle of one.`,
      `give its inputs under "on": ${type.inputs.map(({ name }) => name).join(', ')}`,
    );
    return undefined;
  }
  const read = new EntryReader(path, values, numbers);
  const hinge = hingeOf(entry, path, world, connectors, values, numbers);
  if (hinge !== undefined) connectors.turns.set(name, hinge.turn);
  const inputs: Record<string, Connector | readonly (Connector | undefined)[] | undefined> = {
    ...hinge?.turn,
    ...hinge?.joint,
  };
  for (const [input, reference] of Object.entries(entry.on ?? {}))
    inputs[input] = Array.isArray(reference)
      ? read.all(reference.map((one, i) => connectors.find([...path, 'on', input, i], one, values)))
      : connectors.find([...path, 'on', input], reference, values);
  const params = read.record('params', entry.params ?? {});
  const known = (list: readonly { readonly name: string }[], field: string, names: readonly string[]): boolean => {
    const all = list.map((one) => one.name);
    const unknown = names.filter((given) => !all.includes(given));
    for (const one of unknown)
      faults.add(
        [...path, field, one],
        `${type.name} has no ${field === 'on' ? 'input' : 'parameter'} ${quote(one)}.`,
        suggestion(one, all) ?? (all.length > 0 ? `it has ${all.join(', ')}` : undefined),
      );
    return unknown.length === 0;
  };
  known(type.inputs, 'on', Object.keys(entry.on ?? {}));
  const all = 'indices' in type ? [...type.params, ...type.indices] : type.params;
  const isKnown = known(all, 'params', Object.keys(entry.params ?? {}));
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
  // The class would name unknown parameters once more.
  const isWhole =
    isKnown && missing.length + misfits.length === 0 && read.all(inputs) !== undefined && params !== undefined;
  return isWhole ? { ...pick(inputs, type.inputs), ...params } : undefined;
}

const isList = (input: ListInputDescription): boolean => input.count !== undefined;

const wanted = (input: ListInputDescription): string => (isList(input) ? `list of ${input.kind}s` : input.kind);

const pick = (
  connectors: Readonly<Record<string, unknown>>,
  inputs: JoinedType['inputs'],
): Readonly<Record<string, unknown>> => Object.fromEntries(inputs.map(({ name }) => [name, connectors[name]]));

/** The inputs of a hinge in space, and of what acts on its angle. */
const OF_HINGE = [
  ['a', 'b', 'axis', 'u', 'w'],
  ['side', 'u', 'w'],
];

/** Tests whether all that a hinge is, or its angle, are inputs of a class: one that has a few of them is another joint. */
const takesHinge = ({ inputs }: JoinedType): boolean =>
  OF_HINGE.some((names) => names.every((name) => inputs.some((input) => input.name === name)));

/** The inputs of a hinge in space and of what acts on its angle, from two bodies and the axis. */
function hingeOf(
  { hinge }: JoinedEntry,
  path: Path,
  world: World,
  connectors: Connectors,
  values: Values,
  numbers: Numbers,
): HingeInputs | undefined {
  if (hinge === undefined) return undefined;
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
  if (a === undefined || b === undefined || at === undefined || axis === undefined) return undefined;
  return faults.try([...path, 'hinge'], () => hingeInputs({ a, b, at, axis }));
}
