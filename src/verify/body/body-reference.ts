import type { BodyType } from '../../../runtime/bodies/body-type.js';
import { exact, TWO, ZERO, type BigNumber } from '../../reference/big.js';
import { referenceValues, type ReferenceValues } from '../../reference/derivatives.js';
import { ReferenceMachine, type Program } from '../../reference/program.js';
import { inputNames, readFormula, type FormulaOwner } from '../../reference/read-formula.js';
import type { BodyConfiguration } from './body-configuration.js';

/** The formulas of a body as one list, and where in the rows of the program that reads them each begins. */
export interface BodyProgram {
  readonly program: Program;
  /** What the program's inputs are: the coordinates and the place on the body, then parameters. */
  readonly owner: FormulaOwner;
  readonly connectors: ReadonlyMap<string, number>;
  readonly points: readonly { readonly row: number; readonly size: number; readonly mass: number }[];
  /** Inertia tensors on orientations: the world directions of the body axes, and the tensor in body axes. */
  readonly tensors: readonly { readonly rate: number; readonly axes: readonly number[]; readonly inertia: number }[];
  readonly energy: number | undefined;
  /** True where the rates of the coordinates are the velocities, so that all derivatives along the motion can be taken. */
  readonly isPlain: boolean;
}

/** Reads the formulas of a body by the oracle's reader. */
export function readBody(type: BodyType): BodyProgram {
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
  const energy = formula.energy === undefined ? undefined : push(formula.energy, 1);
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
  const program = readFormula(owner);
  if (program.rows.length !== rows || inputNames(owner).length !== program.inputs.length)
    throw new Error(`the formulas have ${program.rows.length} components, the class ${rows}`);
  return { program, owner, connectors: places, points, tensors, energy, isPlain };
}

/** The quantities of a body at 64 digits, from the text of its formulas: those that {@link BodyProgram} allows. */
export class BodyReference {
  readonly #type: BodyType;
  readonly #body: BodyProgram;
  readonly #machine: ReferenceMachine;

  constructor(type: BodyType, body: BodyProgram, machine = new ReferenceMachine(body.program)) {
    this.#type = type;
    this.#body = body;
    this.#machine = machine;
  }

  at({ x, v, p, t, local }: BodyConfiguration): ReadonlyMap<string, readonly BigNumber[]> {
    const { connectors, isPlain } = this.#body;
    const inputs = { x: [...x, ...local].map(exact), p: p.map(exact), t: exact(t) };
    const result = new Map<string, readonly BigNumber[]>();
    if (!isPlain) {
      const C = this.#machine.moveTo([...inputs.x, ...inputs.p, inputs.t, ...inputs.x.map(() => ZERO)]);
      for (const { name, size } of this.#type.connectors) {
        const row = connectors.get(name)!;
        result.set(name, C.slice(row, row + size));
      }
      const { points, energy } = this.#body;
      const masses = points.slice(0, Object.keys(this.#type.formula.masses).length);
      result.set('V', [energy === undefined ? ZERO : C[energy]!]);
      result.set(
        'moment',
        Array.from({ length: this.#type.space }, (_, c) =>
          sum(masses.map(({ row, mass }) => C[mass]!.times(C[row + c]!))),
        ),
      );
      this.#addTensors(C, v.map(exact), result);
      return result;
    }
    const rates = [...v.map(exact), ...local.map(() => ZERO)];
    const values = referenceValues(
      this.#machine,
      { ...inputs, v: rates },
      this.#body.program.rows.map(() => 'position'),
    );
    return bodyQuantities(this.#type, this.#body, values, v.length);
  }

  /** `M` and `T = ½ v·M v` of a body whose masses and inertias sit on its coordinates: `m` and `I` where they are, `R I Rᵀ` for a tensor. */
  #addTensors(C: readonly BigNumber[], v: readonly BigNumber[], result: Map<string, readonly BigNumber[]>): void {
    const { coordinates, formula } = this.#type;
    const { points, tensors } = this.#body;
    const onCoordinates = [...Object.keys(formula.masses), ...Object.keys(formula.inertias)].every((on) =>
      coordinates.some(({ name }) => name === on),
    );
    if (!onCoordinates) return;
    const nv = v.length;
    const M = Array.from({ length: nv * nv }, () => ZERO);
    let rate = 0;
    for (const { name, size, rateSize } of coordinates) {
      const owner = Object.keys({ ...formula.masses, ...formula.inertias }).indexOf(name);
      const mass = points[owner]?.mass;
      for (let c = rate; c < rate + rateSize && size === rateSize; c++)
        M[c * nv + c] = mass === undefined ? ZERO : C[mass]!;
      rate += rateSize;
    }
    for (const { rate: first, axes, inertia } of tensors)
      for (let i = 0; i < 3; i++)
        for (let j = 0; j < 3; j++)
          M[(first + i) * nv + first + j] = sum(
            [0, 1, 2].flatMap((k) =>
              [0, 1, 2].map((l) => C[axes[k]! + i]!.times(C[inertia + 3 * k + l]!).times(C[axes[l]! + j]!)),
            ),
          );
    result.set('M', M);
    result.set('T', [sum(M.map((entry, e) => entry.times(v[Math.floor(e / nv)]!).times(v[e % nv]!))).div(TWO)]);
  }
}

/** The quantities of a body with plain coordinates, from those of the rows of its program. */
export function bodyQuantities(
  type: BodyType,
  body: BodyProgram,
  values: ReferenceValues,
  nv: number,
): ReadonlyMap<string, readonly BigNumber[]> {
  const result = new Map<string, readonly BigNumber[]>();
  for (const { name, size } of type.connectors) {
    const row = body.connectors.get(name)!;
    const rows = <T>(list: readonly T[]): readonly T[] => list.slice(row, row + size);
    result.set(name, rows(values.C));
    result.set(`${name} rate`, rows(values.Cdot));
    result.set(`${name} bias`, rows(values.gamma));
    result.set(
      `${name} B`,
      rows(values.J).flatMap((entries) => entries.slice(0, nv)),
    );
  }
  addDynamics(type, body, values, nv, result);
  return result;
}

/** `M = Σ m BᵀB`, `Q = −Σ m Bᵀ bias − ∂V/∂q`, `T = ½ Σ m ẋ²`, and the sums for gravity, all from rows of the formulas. */
function addDynamics(
  { space, formula }: BodyType,
  { points, energy }: BodyProgram,
  { C, Cdot, gamma, J }: ReferenceValues,
  nv: number,
  result: Map<string, readonly BigNumber[]>,
): void {
  const components = points.flatMap(({ row, size, mass }) =>
    Array.from({ length: size }, (_, c) => ({ row: row + c, m: C[mass]! })),
  );
  const each = <T>(f: (j: number) => T): T[] => Array.from({ length: nv }, (_, j) => f(j));
  const masses = points.slice(0, Object.keys(formula.masses).length);
  const axes = Array.from({ length: space }, (_, c) => c);
  result.set(
    'M',
    each((i) => each((j) => sum(components.map(({ row, m }) => m.times(J[row]![i]!).times(J[row]![j]!))))).flat(),
  );
  result.set(
    'Q',
    each((i) => {
      const inertial = sum(components.map(({ row, m }) => m.times(J[row]![i]!).times(gamma[row]!)));
      return inertial.plus(energy === undefined ? ZERO : J[energy]![i]!).neg();
    }),
  );
  result.set('T', [sum(components.map(({ row, m }) => m.times(Cdot[row]!).times(Cdot[row]!))).div(TWO)]);
  result.set('V', [energy === undefined ? ZERO : C[energy]!]);
  result.set(
    'moment',
    axes.map((c) => sum(masses.map(({ row, mass }) => C[mass]!.times(C[row + c]!)))),
  );
  result.set(
    'weight',
    axes.flatMap((c) => each((j) => sum(masses.map(({ row, mass }) => C[mass]!.times(J[row + c]![j]!))))),
  );
}

const sum = (terms: readonly BigNumber[]): BigNumber => terms.reduce((a, b) => a.plus(b), ZERO);
