import type { BodyConnectorType, BodyType } from '../../runtime/model/bodies/body-type.js';
import type { Program } from './program.js';
import { inputNames, readFormula, type FormulaOwner, type Parse } from './read-formula.js';

/** The part of a body type on which its formulas depend. */
export interface BodyOwner extends Pick<BodyType, 'space' | 'coordinates' | 'params' | 'formula'> {
  readonly connectors: readonly Pick<BodyConnectorType, 'name' | 'size' | 'localSize'>[];
}

/** The formulas of a body as one list, and the first row of each in the program that reads them. */
export interface BodyProgram {
  readonly type: BodyOwner;
  readonly program: Program;
  /** The program's inputs: the coordinates and the place on the body, then parameters. */
  readonly owner: FormulaOwner;
  readonly connectors: ReadonlyMap<string, number>;
  /** Points with a mass, then angles and directions with an inertia. */
  readonly points: readonly { readonly row: number; readonly size: number; readonly mass: number }[];
  /** The number of {@link points} that are points. */
  readonly masses: number;
  /**
   * Inertia tensors on orientations: the world directions of the body axes, and the tensor in body
   * axes.
   */
  readonly tensors: readonly { readonly rate: number; readonly axes: readonly number[]; readonly inertia: number }[];
  readonly energy: number | undefined;
  /** Further kinetic energy, and the dissipation. */
  readonly kinetic: number | undefined;
  readonly dissipation: number | undefined;
  /**
   * True where the rates of the coordinates are the velocities, so that all derivatives along the
   * motion exist.
   */
  readonly isPlain: boolean;
}

/** Reads the formulas of a body by the oracle's reader: see {@link readFormula}. */
export function readBody(type: BodyOwner, parse?: Parse): BodyProgram {
  const { coordinates, connectors, formula } = type;
  const local = Math.max(0, ...connectors.map(({ localSize }) => localSize));
  const texts: string[] = [];
  let rows = 0;
  const push = (text: string, size: number): number => {
    texts.push(text);
    rows += size;
    return rows - size;
  };
  const places = new Map(connectors.map(({ name, size }) => [name, push(formula.connectors[name]!, size)]));
  const isPlain = coordinates.every(({ kind }) => kind !== 'orientation');
  const points = [...Object.entries(formula.masses), ...Object.entries(formula.inertias)].flatMap(([on, mass]) => {
    const owner = connectors.find(({ name }) => name === on);
    const coordinate = coordinates.find(({ name }) => name === on);
    if (coordinate?.kind === 'orientation') return [];
    const size = owner?.size ?? coordinate!.size;
    return [{ row: places.get(on) ?? push(on, size), size, mass: push(mass, 1) }];
  });
  let rate = 0;
  const tensors = coordinates.flatMap(({ name, kind, rateSize }) => {
    const inertia = formula.inertias[name];
    const first = rate;
    rate += rateSize;
    if (kind !== 'orientation' || inertia === undefined) return [];
    const axes = ['[1, 0, 0]', '[0, 1, 0]', '[0, 0, 1]'].map((axis) => push(`rotate(${name}, ${axis})`, 3));
    return [{ rate: first, axes, inertia: push(inertia, 9) }];
  });
  const [energy, kinetic, dissipation] = [formula.energy, formula.kinetic, formula.dissipation].map((text) =>
    text === undefined ? undefined : push(text, 1),
  );
  const owner: FormulaOwner = {
    inputs: [
      ...coordinates.map(({ name, kind, size }) => ({
        name,
        kind: kind === 'scalar' ? kind : ('point' as const),
        size,
      })),
      ...(local === 0 ? [] : [{ name: 'local', kind: 'point' as const, size: local }]),
    ],
    params: type.params,
    formula: { C: texts, where: formula.where, sample: {} },
  };
  const program = readFormula(owner, parse);
  if (program.rows.length !== rows || inputNames(owner).length !== program.inputs.length)
    throw new Error(`the formulas have ${program.rows.length} components, the class ${rows}`);
  const masses = Object.keys(formula.masses).length;
  return { type, program, owner, connectors: places, points, masses, tensors, energy, kinetic, dissipation, isPlain };
}
