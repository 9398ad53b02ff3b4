import { checkNumber, readOptions, reading } from '../../base/check.js';
import { readStates, type InputComponents } from '../evaluate-constraint.js';
import { readParameters, type ParameterValue } from '../parameters.js';
import { checkDivisors } from './divisors.js';
import { EnergyEvaluation } from './energy-evaluation.js';
import { checkEnergyType, pairsOf, type EnergyType } from './energy-type.js';

/** Arguments of {@link evaluateEnergy}. */
export interface EvaluateEnergyOptions {
  /** Per input its value; and its rate, zero if left out, which only damping depends on. */
  readonly inputs: Readonly<Record<string, { readonly value: InputComponents; readonly velocity?: InputComponents }>>;
  readonly params?: Readonly<Record<string, ParameterValue>>;
  /** Time, s. 0 if left out. */
  readonly time?: number;
}

/** Result of {@link evaluateEnergy}. */
export interface EnergyEvaluated {
  /** The energy, J. */
  readonly V: number;
  /** `∂V/∂x` per input; minus it is the force. */
  readonly gradient: Record<string, number[]>;
  /** `∂²V/∂x∂y` for each pair of inputs `x`, `y`: components of `x` × components of `y`. */
  readonly hessian: Record<string, Record<string, number[][]>>;
  /** The dissipation function, W, and `∂D/∂ẋ` per input, of a class with damping. */
  readonly damping?: { readonly D: number; readonly gradient: Record<string, number[]> };
}

/**
 * Evaluates one energy outside any world at a given state of its inputs: its value, its gradient and
 * its second derivatives. `energy` is a generated class, or any other object with a `type`.
 *
 * Throws E_ENERGY, E_OPTIONS, E_OPTION_UNKNOWN, E_INPUT_MISSING, E_PARAMETER_MISSING,
 * E_PARAMETER_RANGE, E_NUMBER, E_VECTOR, E_DIMENSION and E_NOT_FINITE.
 */
export function evaluateEnergy(energy: { readonly type: EnergyType }, options: EvaluateEnergyOptions): EnergyEvaluated {
  const type: unknown = reading('An energy', 'E_ENERGY', () => (energy as { readonly type?: unknown } | null)?.type);
  checkEnergyType(type, 'What is to be evaluated');
  const { name, inputs, params } = type;
  const given = readOptions(options, 'Options of evaluateEnergy', ['inputs', 'params', 'time']);
  const { inputs: states, params: values = {}, time = 0 } = given;
  checkNumber(time, 'Time');
  const namesOf = (list: readonly { readonly name: string }[]): string[] => list.map((one) => one.name);
  const listed = readOptions(states, `Inputs of ${name}`, namesOf(inputs), `${name} has no input`);
  const parameters = readOptions(values, `Parameters of ${name}`, namesOf(params), `${name} has no parameter`);
  const evaluation = new EnergyEvaluation(type);
  evaluation.p.set(readParameters(type, parameters));
  checkDivisors(type, evaluation.p, name);
  readStates(type, listed, evaluation, ['value', 'velocity']);
  evaluation.evaluate(time);
  evaluation.evaluateDamping(time);
  const { offsets, V, g, D, d } = evaluation;
  const byInput = (numbers: Float64Array): Record<string, number[]> =>
    Object.fromEntries(
      inputs.map((input, i) => [input.name, Array.from(numbers.subarray(offsets[i], offsets[i]! + input.size))]),
    );
  return {
    V: V[0]!,
    gradient: byInput(g),
    hessian: blocksOf(type, evaluation.hessian(time)),
    ...(d && { damping: { D: D[0]!, gradient: byInput(d) } }),
  };
}

/** Both triangles of a Hessian as one matrix per pair of inputs. */
function blocksOf({ inputs }: EnergyType, H: Float64Array): Record<string, Record<string, number[][]>> {
  const blocks: Record<string, Record<string, number[][]>> = Object.fromEntries(inputs.map(({ name }) => [name, {}]));
  let at = 0;
  for (const [i, j] of pairsOf(inputs)) {
    const [row, column] = [inputs[i]!, inputs[j]!];
    const block = Array.from({ length: row.size }, (_, r) => {
      const start = at + r * column.size;
      return Array.from(H.subarray(start, start + column.size));
    });
    at += row.size * column.size;
    blocks[row.name]![column.name] = block;
    if (i !== j)
      blocks[column.name]![row.name] = Array.from({ length: column.size }, (_, c) => block.map((r) => r[c]!));
  }
  return blocks;
}
