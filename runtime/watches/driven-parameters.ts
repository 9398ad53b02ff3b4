import { showTime } from '../base/text.js';
import type { ConstraintBinding, ParameterListener } from '../model/constraint-binding.js';
import type { ParameterDescription } from '../model/constraint-type.js';
import type { ConstraintSystem } from '../model/constraint-system.js';
import type { StepWatch } from '../recovery/step-watch.js';
import type { WorldWarning } from '../recovery/warnings.js';
import type { Watch, WatchedStep, WatchedSteps } from './watch.js';

/** A parameter that changes before this many consecutive steps counts as driven. */
const STEPS = 50;
/** A change explains the error of a constraint if the error before was less than this fraction of it. */
const EXPLAINED = 0.1;

/** The changes of one constraint's parameters. */
interface Series {
  readonly binding: ConstraintBinding;
  /** The parameters in the last step. */
  readonly before: Float64Array;
  /** The last step that a change preceded, and the number of consecutive ones. */
  step: number;
  count: number;
}

/**
 * Warns of parameters that the application changes before each step, to drive a mechanism by them.
 * A parameter has no rate, so velocities do not follow, and each change is an error in `C` that the
 * feedback removes later. Only changes that shift an acting hard row at position level count: the speed
 * of a motor, the largest force of a brake, or the length of a slack rope may well change at each step.
 */
export class DrivenParameters implements ParameterListener, Watch {
  readonly #watch: StepWatch;
  readonly #system: ConstraintSystem;
  readonly #known = new WeakMap<ConstraintBinding, Series>();
  /** Constraints whose parameters were set since the last step. */
  readonly #set = new Map<ConstraintBinding, Series>();

  constructor(system: ConstraintSystem, watch: StepWatch) {
    this.#system = system;
    this.#watch = watch;
  }

  changing(binding: ConstraintBinding): void {
    if (this.#set.has(binding)) return;
    const { values, offset } = binding;
    let series = this.#known.get(binding);
    if (series === undefined) {
      const before = new Float64Array(binding.parameterWidth);
      this.#known.set(binding, (series = { binding, before, step: -1, count: 0 }));
    }
    for (let i = 0; i < series.before.length; i++) series.before[i] = values[offset + i]!;
    this.#set.set(binding, series);
  }

  /** True if a constraint is violated only because its parameters were set since the last step. */
  explains(binding: ConstraintBinding): boolean {
    const series = this.#set.get(binding);
    return series !== undefined && shifts(series, (old, shift) => Math.abs(old) <= EXPLAINED * shift);
  }

  structureChanged(): WatchedSteps {
    return 'all';
  }

  /** Counts the parameters that were set before the step. */
  beforeStep({ number: step }: WatchedStep): void {
    if (this.#set.size === 0) return;
    for (const series of this.#set.values()) {
      const parameter = changedParameter(series);
      if (parameter === undefined) continue;
      series.count = series.step === step - 1 ? series.count + 1 : 1;
      series.step = step;
      if (series.count % STEPS === 0 && shifts(series))
        this.#watch.warn(this.#warning(series.binding.label, parameter));
    }
    this.#set.clear();
  }

  #warning(label: string, { name, kind, unit }: ParameterDescription): WorldWarning {
    const { time } = this.#system;
    const [input, value] = kind === 'vector' ? ['point', 'place'] : ['scalar', 'value'];
    const declared = kind === 'scalar' && unit !== undefined ? `{ kind: 'scalar', unit: '${unit}' }` : `'${input}'`;
    return {
      code: 'W_DRIVEN_PARAMETER',
      message:
        `Parameter '${name}' of ${label} was changed before each of the last ${STEPS} steps, until t = ${showTime(time)}. ` +
        'A parameter has no rate: velocities do not follow it, and the feedback pulls bodies after it. ' +
        `Make it an input of the formula instead, inputs: { ${name}: ${declared} }, give it a handle, ${name}: world.handle(${value}), ` +
        `and move that before each step with handle.moveTo(${value}).`,
      time,
      constraints: [label],
    };
  }
}

/** The first parameter that differs from what it was in the last step. */
function changedParameter({ binding, before }: Series): ParameterDescription | undefined {
  const { values, offset, type } = binding;
  let end = 0;
  return type.params.find(({ size }) => {
    const start = end;
    end += size;
    for (let i = start; i < end; i++) if (values[offset + i] !== before[i]) return true;
    return false;
  });
}

/**
 * True if the change shifts the value of a hard equation, or of an inequality that acts or is violated by
 * it. `isCounted` judges a row by its previous value and the size of the shift.
 */
function shifts({ binding, before }: Series, isCounted: (old: number, shift: number) => boolean = () => true): boolean {
  const { type, softness } = binding;
  if (softness !== undefined) return false;
  const old = Float64Array.from(binding.evaluate(before, 0).C);
  const { C } = binding.evaluate();
  return C.some((value, r) => {
    const relation = type.relations?.[r] ?? '==';
    if (relation === 'friction' || type.levels?.[r] === 'velocity') return false;
    const shift = Math.abs(value - old[r]!);
    const acts = relation === '==' || Math.min(value, old[r]!) <= shift;
    return shift > 0 && acts && isCounted(old[r]!, shift);
  });
}
