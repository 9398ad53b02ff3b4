import type { ArrayOf, FunctionPlan } from '../ops/functions.js';
import { inPieces } from '../ops/pieces.js';
import type { MechanismProgram } from '../program.js';
import { ADJOINTS, functionsOf, type StepRoutine } from '../step/routine.js';

/** Worlds that are stepped together, two in each lane pair. */
export const WORLDS = 32;

/** Where the arrays of a mechanism are in the memory of its module, in bytes. */
export interface MemoryLayout {
  readonly addressOf: (array: string) => number;
  readonly pages: number;
}

/**
 * Lays out the memory of a mechanism: what all worlds have in common, one world by itself, and a block of
 * {@link WORLDS} worlds. What a step holds between two calls has room for the block, and serves both.
 */
export function layOutMemory(program: MechanismProgram): MemoryLayout {
  const { prepare, initial, assembly, energy, residual, step, derived, model, adjoint } = program;
  const { rows, parameters, inputs, ops } = model.plan;
  const watched = program.watched.length;
  const places = new Map<string, number>();
  let end = 0;
  const place = (name: string, size: number): void => {
    if (places.has(name)) return;
    places.set(name, end);
    end += 8 * size;
  };
  for (const [name, size] of [
    ['p', parameters.length],
    ['par', prepare.stores.length],
    ['u', inputs.length],
    ['w', inputs.length],
    ['out', 2],
    ['y', model.size],
    ['lambda', rows],
    ['watch', watched],
    ['states', WORLDS * model.size],
    ['multipliers', WORLDS * rows],
    ['watches', WORLDS * watched],
    ['worst', WORLDS * watched],
  ] as const)
    place(name, size);
  const crossingOf = (plan: FunctionPlan): ArrayOf[] => [inPieces(ops, plan).crossing ?? []].flat();
  const own = (routine: StepRoutine): ArrayOf[] => [
    ...routine.workspace,
    ...functionsOf(routine).flatMap(({ plan }) => crossingOf(plan)),
  ];
  const functions = [prepare, initial, assembly, energy, residual, ...derived.map(({ compute }) => compute)];
  for (const { name, size } of [...own(step), ...functions.flatMap(crossingOf)]) place(name, WORLDS * size);
  if (adjoint !== undefined) {
    place(ADJOINTS.state, model.size);
    place(ADJOINTS.prepared, prepare.stores.length);
    place(ADJOINTS.parameters, parameters.length);
    for (const { name, size } of [
      ...own(adjoint.step),
      ...[adjoint.prepare, ...adjoint.derived.map(({ pass }) => pass)].flatMap(crossingOf),
    ])
      place(name, size);
  }
  return {
    addressOf: (array) => {
      const found = places.get(array);
      if (found === undefined) throw new Error(`the module has no array "${array}"`);
      return found;
    },
    pages: Math.ceil(end / 65536),
  };
}
