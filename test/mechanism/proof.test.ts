import { describe, expect, test } from 'vitest';
import { inOrder, type Value } from '../../src/lower/program.js';
import { modelOf } from '../../src/mechanism/model.js';
import { inPieces, type Pieces } from '../../src/mechanism/ops/pieces.js';
import type { Ops } from '../../src/mechanism/ops/ops.js';
import type { StageTime } from '../../src/mechanism/plan/connectors.js';
import { planScene, type Plan } from '../../src/mechanism/plan/plan.js';
import { MECHANISM_STEPS, type MechanismStep } from '../../src/mechanism/options.js';
import { programOf, type MechanismProgram } from '../../src/mechanism/program.js';
import { Interpreter, type Memory } from '../../src/mechanism/proof/interpreter.js';
import { proveProgram } from '../../src/mechanism/proof/prove.js';
import type { Model } from '../../src/mechanism/equations/system.js';
import { galleryScene } from '../support/mechanisms.js';
import { scene } from './scenes.js';
import { someOf } from '../support/scope.js';

const FOUND = /does not compute/;

function modelOfScene(name: string, step: MechanismStep = 'rk4'): Model {
  return modelOf(planScene(galleryScene(name)), step);
}

/** Operations with a fault, made while `make` runs: the `n`-th call of a method gives another result. */
function withFault<T>(
  ops: Ops,
  n: number,
  method: 'add' | 'subtract' | 'multiply',
  fault: (a: Value, b: Value) => Value,
  make: () => T,
): T {
  const right = ops[method].bind(ops);
  let calls = 0;
  ops[method] = (a, b) => (calls++ === n ? fault(a, b) : right(a, b));
  try {
    return make();
  } finally {
    ops[method] = right;
  }
}

const stepValues = ({ step }: MechanismProgram): readonly Value[] =>
  step.calls.flatMap(({ plan }) => plan.stores.map(({ value }) => value));

test.each(someOf(['andrews', 'skate', 'heavy-top', 'four-bar', 'cognates'], 2))('%s is proven', (name) => {
  for (const step of MECHANISM_STEPS)
    expect(() => {
      proveProgram(programOf(modelOfScene(name, step)));
    }).not.toThrow();
});

describe.each(MECHANISM_STEPS)('faults in the functions of %s are found', (method) => {
  // At velocity level, where each operation counts: the crank of four-bar is held, so that its fill is zero.
  const model = modelOfScene(method === 'rk4' ? 'four-bar' : 'governor', method);
  const { ops } = model.plan;
  const right = programOf(model);
  const faults: Readonly<Record<string, readonly ['add' | 'subtract' | 'multiply', (a: Value, b: Value) => Value]>> = {
    sign: ['add', (a, b) => ops.subtract(a, b)],
    order: ['subtract', (a, b) => ops.subtract(b, a)],
    'dropped entry': ['multiply', () => ops.zero],
  };
  test.each(someOf(Object.keys(faults), 3))('%s', (name) => {
    const [operation, fault] = faults[name]!;
    let injected = 0;
    for (let n = 40; n < 2500; n += method === 'rk4' ? 61 : 17) {
      const program = withFault(ops, n, operation, fault, () => programOf(model));
      // Faults that change nothing: in sums with 0, or beyond the last call.
      const [before, after] = [stepValues(right), stepValues(program)];
      const atStart = { ...program, energy: right.energy, residual: right.residual, initial: right.initial };
      if (before.every((value, i) => value === after[i])) continue;
      injected++;
      expect(() => {
        proveProgram(atStart);
      }, `${name} at call ${n}`).toThrow(FOUND);
    }
    expect(injected).toBeGreaterThan(7);
  });

  test('a hoisted value that keeps the parameters of the document', () => {
    const defaults = new Map(model.plan.parameters.map(({ value }, i) => [`p[${i}]`, ops.literal(value)]));
    const { stores } = right.prepare;
    let injected = 0;
    stores.forEach((store, i) => {
      const [stale] = ops.inline([store.value], (variable) => defaults.get(variable) ?? ops.load(variable));
      if (stale === store.value) return;
      injected++;
      const prepare = { ...right.prepare, stores: stores.with(i, { ...store, value: stale! }) };
      expect(() => {
        proveProgram({ ...right, prepare });
      }).toThrow(FOUND);
    });
    expect(injected).toBe(method === 'rk4' ? 5 : 3);
  });
});

describe.each(MECHANISM_STEPS)('faults in the equations of %s are found', (method) => {
  test('a sign in the kernel of a class', () => {
    const model = modelOfScene('four-bar', method);
    const { ops } = model.plan;
    const [constraint] = model.plan.constraints;
    const { outputs } = constraint!.derivation.kernel;
    outputs.forEach((value, i) => {
      if (value.kind === 'literal') return;
      const wrong = {
        ...constraint!.derivation,
        kernel: { ...constraint!.derivation.kernel, outputs: outputs.with(i, ops.negate(value)) },
      };
      const constraints = model.plan.constraints.with(0, { ...constraint!, derivation: wrong });
      const plan: Plan = { ...model.plan, constraints };
      // Of RK4, C and Cdot are in feedback and watch alone: those the functions of the module are compared with.
      if (method === 'rk4' && i < 2 * constraint!.rows) return;
      // Steps at velocity level have no gamma.
      if (method === 'velocityStep' && i >= outputs.length - constraint!.rows) return;
      expect(() => {
        proveProgram(programOf({ ...model, plan }));
      }).toThrow(FOUND);
    });
  });

  test('numbers, connectors and forces that are not those of the document', () => {
    const model = modelOfScene('four-bar', method);
    const { plan } = model;
    const { constraints, ops } = plan;
    const [motor, coupler] = constraints as [(typeof constraints)[0], (typeof constraints)[0]];
    const wrong: Partial<Plan>[] = [
      { constraints: [{ ...motor, parameters: motor.parameters.toReversed() }, ...constraints.slice(1)] },
      { constraints: [motor, { ...coupler, inputs: [coupler.inputs[0]!, motor.inputs[1]!] }, ...constraints.slice(2)] },
      { forces: [] },
      { forces: [{ type: 'gravity', g: [ops.zero, ops.literal(-9.8)] }] },
    ];
    for (const change of wrong)
      expect(() => {
        proveProgram(programOf({ ...model, plan: { ...plan, ...change } }));
      }).toThrow(FOUND);
  });

  /** Faults that change nothing at the beginning, where t = 0, nor the rates there. */
  const late = (ops: Ops, t: Value): Value => ops.add(t, ops.multiply(t, ops.multiply(t, t)));

  test('a time in the kernel of a class that is right at the beginning alone', () => {
    const model = modelOfScene('four-bar', method);
    const { ops, constraints } = model.plan;
    const at = constraints.findIndex(({ derivation }) => derivation.className === 'Crank');
    const crank = constraints[at]!;
    const { kernel } = crank.derivation;
    const outputs = ops.inline(kernel.outputs, (name) => (name === 't' ? late(ops, ops.load('t')) : ops.load(name)));
    const wrong = { ...crank, derivation: { ...crank.derivation, kernel: { ...kernel, outputs } } };
    expect(() => {
      proveProgram(programOf({ ...model, plan: { ...model.plan, constraints: constraints.with(at, wrong) } }));
    }).toThrow(FOUND);
  });

  test('a prescribed motion that is right at the beginning alone', () => {
    const model = modelOfScene('scissor-lift', method);
    const { ops, constraints } = model.plan;
    let moved = 0;
    const wrong = constraints.map((constraint) => ({
      ...constraint,
      inputs: constraint.inputs.map((input) => {
        if (input.kind !== 'given' || !input.moves) return input;
        moved++;
        return { ...input, at: ({ now, begin }: StageTime) => input.at({ now: late(ops, now), begin }) };
      }),
    }));
    expect(moved).toBeGreaterThan(0);
    expect(() => {
      proveProgram(programOf({ ...model, plan: { ...model.plan, constraints: wrong } }));
    }).toThrow(FOUND);
  });

  test('a body in space that turns with other moments, or hands on nothing', () => {
    const model = modelOfScene('heavy-top', method);
    const { plan } = model;
    const program = programOf(model);
    const [call] = program.step.calls;
    const stores = call!.plan.stores.filter(({ array, index }) => array !== 'y' || index < plan.nq + plan.nv);
    if (method === 'velocityStep')
      expect(() => {
        proveProgram({ ...program, step: { ...program.step, calls: [{ plan: { ...call!.plan, stores } }] } });
      }).toThrow(FOUND);
    const moments = plan.bodies[0]!.parameters as Value[];
    moments[3] = plan.ops.multiply(plan.ops.literal(1.1), moments[3]!);
    expect(() => {
      proveProgram(programOf(model));
    }).toThrow(FOUND);
  });

  test('redundant rows that are not pinned', () => {
    const model = modelOfScene('cognates', method);
    expect(model.pinned).toHaveLength(1);
    expect(() => {
      proveProgram(programOf({ ...model, pinned: [] }));
    }).toThrow(FOUND);
  });
});

test.each(MECHANISM_STEPS)('rows that depend on others where constraints hold are found off there for %s', (step) => {
  // Steps lead off the constraints, or the scene begins there.
  for (const [off, assemble] of [
    [0, true],
    [0.001, false],
  ] as const) {
    const bar = scene({
      bodies: { bar: { kind: 'rigid', mass: 1, inertia: 0.2, position: [0.5 + off, off], points: { end: [-0.5, 0] } } },
      constraints: {
        pin: { type: 'Coincident', on: { a: 'bar.end', b: { ground: [0, 0] } } },
        rod: { type: 'Distance', on: { a: 'bar', b: { ground: [0, 0] } }, params: { length: 0.5 } },
      },
      forces: [{ type: 'gravity', g: [0, -9.81] }],
      settings: { integrator: step, assemble },
    });
    const model = modelOf(planScene(bar), step);
    expect(model.pinned).toHaveLength(1);
    expect(() => {
      proveProgram(programOf(model));
    }).not.toThrow();
  }
});

describe('functions in pieces', () => {
  const model = modelOfScene('klann');
  const { ops, nq, nv, rows, state } = model.plan;
  const program = programOf(model);
  const { prepare } = program;
  const step = program.step.calls.find(({ plan }) => plan.name === 'evaluate')!.plan;

  const run = (pieces: Pieces): number[] => {
    const p = Float64Array.from(model.plan.parameters, ({ value }) => value);
    const memory: Memory = {
      p,
      par: new Float64Array(prepare.stores.length),
      at: state,
      r: new Float64Array(nq + nv),
      lambda: new Float64Array(rows),
      fb: Float64Array.from({ length: rows }, (_, i) => i),
      watched: new Float64Array(4 * rows),
    };
    Interpreter.of(ops, prepare).run(memory, { dt: 0.001 });
    new Interpreter(pieces).run(memory, { t: 0.1, begin: 0.1, ks: 3, kd: 2 });
    return [...memory['r']!, ...memory['lambda']!, ...memory['fb']!, ...memory['watched']!];
  };
  const whole = run(inPieces(ops, step, 1e6));

  test('compute the same bits, with no piece longer than it may be', () => {
    for (const most of [30, 100, 301]) {
      const made = inPieces(ops, step, most);
      const { pieces } = made;
      expect(pieces.length).toBeGreaterThan(2);
      expect(run(made)).toEqual(whole);
      for (const { stores } of pieces) {
        const operations = inOrder(stores.map(({ value }) => value)).filter(
          ({ kind }) => kind !== 'load' && kind !== 'literal' && kind !== 'test',
        );
        expect(operations.length).toBeLessThanOrEqual(most);
      }
    }
  });

  test('miss each value that does not cross', () => {
    const { pieces, crossing } = inPieces(ops, step, 100);
    for (let lost = 0; lost < crossing!.size; lost += 7) {
      const without = pieces.map((piece) => ({
        ...piece,
        stores: piece.stores.filter(({ array, index }) => array !== crossing!.name || index !== lost),
      }));
      expect(run({ pieces: without, crossing })).not.toEqual(whole);
    }
  });
});
