import type { ExpandedConstraint } from '../formula/expanded.js';
import { primitiveOf } from '../primitives/index.js';
import { mayReach } from '../primitives/singularity.js';
import { drawConfiguration, type Configuration } from '../sampling/configuration.js';
import { seededRandom } from '../sampling/random.js';
import { doubles } from '../symbolic/arithmetic-double.js';
import type { BoundsOf } from '../symbolic/bounds.js';
import { evaluate } from '../symbolic/evaluate.js';
import { reachable, type CallNode, type Node } from '../symbolic/node.js';
import * as Q from '../symbolic/rational.js';
import type { FormulaOwner } from '../reference/read-formula.js';

/** One turn, rad: the period of an angle. */
const TURN = 2 * Math.PI;
/** Number of places at which a jump is evaluated, and the part of a turn that counts as rounding. */
const PLACES = 6;
const ROUNDING = 1e-9;

/** An angle of a formula that jumps: between π and −π at the cut of `atan2`, or at a pole of the argument of `atan`. */
export interface JumpingAngle {
  readonly call: CallNode;
  /** The jump of the row there, in turns; NaN where it depends on the place. */
  readonly turns: number;
}

/** The jumps of one row. */
export interface RowJumps {
  /**
   * The period of the row, rad: a turn where it jumps by whole turns and is an equation, or one of two
   * inequalities in a row that are the ends of a range. 0 where it has none.
   */
  readonly period: number;
  /** The angles at which the row jumps by anything else, or whose jump leads out of an inequality. */
  readonly faults: readonly JumpingAngle[];
}

/**
 * Decides for each row by how much it jumps where one of its angles does. The jump is the difference
 * of the row's two values with `π` and `−π` in the angle's place, all else being equal. The
 * identity `jump = 2π n` is tested at random places: a formula that fulfils it at all of them does
 * so everywhere, with probability 1 (Schwartz 1980).
 *
 * Angles of parameters alone jump in no motion. Rows of rates have no position error. Of
 * inequalities in both directions, as in `low <= angle <= high`, the turn is the one nearest to the
 * middle of the range; where they jump by parts of turns, the cut lies outside the range. An
 * inequality in one direction is left through the cut.
 */
export function angleJumps(owner: FormulaOwner, expanded: ExpandedConstraint, bounds: BoundsOf): readonly RowJumps[] {
  const { C, rows, graph, inputs, time } = expanded;
  const test = new JumpTest(owner, expanded);
  const moving = new Set<Node>([...inputs.flatMap(({ components }) => components), time]);
  const moves = ({ call }: JumpingAngle): boolean => reachable([call]).some((node) => moving.has(node));
  const isWhole = ({ turns }: JumpingAngle): boolean => Number.isInteger(turns);
  const isEnd = (r: number): boolean => rows[r]?.relation === '>=' && rows[r].level === 'position';
  const areEnds = (r: number, s: number, call: CallNode): boolean =>
    isEnd(r) && isEnd(s) && test.turns(call, graph.add(C[r]!, C[s]!)) === 0;
  const jumps = rows.map(({ level }, r) =>
    level !== 'position'
      ? []
      : jumpingCalls(C[r]!, bounds).flatMap((call): readonly JumpingAngle[] => {
          const jump = { call, turns: graph.isConstant(call) ? 0 : test.turns(call, C[r]!) };
          return jump.turns !== 0 && (isWhole(jump) || moves(jump)) ? [jump] : [];
        }),
  );
  const found: RowJumps[] = [];
  while (found.length < rows.length) {
    const r = found.length;
    const own = jumps[r]!;
    const isAngle = own.length > 0 && own.every(isWhole);
    if (isAngle && own.every(({ call }) => areEnds(r, r + 1, call))) {
      const end = { period: TURN, faults: [] };
      found.push(end, end);
      continue;
    }
    const faults = isEnd(r)
      ? own.filter((jump) => moves(jump) && !C.some((_, s) => s !== r && areEnds(r, s, jump.call)))
      : own.filter((jump) => !isWhole(jump));
    found.push({ period: isAngle && !isEnd(r) ? TURN : 0, faults });
  }
  return found;
}

/** The angles in a formula that may come to where they jump. */
function jumpingCalls(root: Node, bounds: BoundsOf): readonly CallNode[] {
  return reachable([root]).filter((node): node is CallNode => {
    if (node.kind !== 'call') return false;
    if (node.name === 'atan') return hasPole(node.args[0]!, bounds);
    const intervals = node.args.map((arg) => bounds.of(arg));
    return (primitiveOf(node.name).singular ?? []).some((place) => place.at === 'cut' && mayReach(place, intervals));
  });
}

/** Tests for a factor that goes from `∞` to `−∞`: an odd reciprocal of what changes its sign, or a tangent. */
function hasPole(node: Node, bounds: BoundsOf): boolean {
  if (node.kind === 'call') return node.name === 'tan';
  if (node.kind === 'sum') return node.terms.some((term) => hasPole(term.node, bounds));
  if (node.kind !== 'product') return false;
  return node.factors.some(({ base, exponent }) => {
    if (!Q.isInteger(exponent) || exponent.n % 2n === 0n) return false;
    const { low, high, nonzero } = bounds.of(base);
    return Q.isNegative(exponent) ? !nonzero && low < 0 && high > 0 : hasPole(base, bounds);
  });
}

/** Evaluates jumps at random places. */
class JumpTest {
  readonly #owner: FormulaOwner;
  readonly #expanded: ExpandedConstraint;
  #drawn: readonly Configuration[] | undefined;

  constructor(owner: FormulaOwner, expanded: ExpandedConstraint) {
    this.#owner = owner;
    this.#expanded = expanded;
  }

  get #places(): readonly Configuration[] {
    if (this.#drawn === undefined) {
      const random = seededRandom(1);
      this.#drawn = Array.from({ length: PLACES }, () => drawConfiguration(this.#owner, random));
    }
    return this.#drawn;
  }

  /**
   * The jump of `root` at that of `call`, in turns: 0 where there is none, also if only because
   * parameters count something, as in `cos(lobes * angle)`, and are whole numbers.
   */
  turns(call: CallNode, root: Node): number {
    const jumps = this.#places.flatMap((place) => this.#jumpAt(place, call, root));
    const [first = 0] = jumps;
    if (jumps.every((jump) => jump === first)) return first;
    const counted = this.#places.flatMap((place) => this.#jumpAt({ ...place, p: place.p.map(Math.ceil) }, call, root));
    return counted.every((jump) => jump === 0) ? 0 : jumps.every(Number.isInteger) ? Math.max(...jumps) : NaN;
  }

  /** The jump at a place, in turns, rounded; none where it has no finite value. */
  #jumpAt(place: Configuration, call: CallNode, root: Node): readonly number[] {
    const variables = this.#variablesAt(place);
    const side = (angle: number): number => {
      const given = new Map<Node, number>([[call, angle], ...this.#cut(call, variables)]);
      return evaluate(doubles, [root], variables, given)[0]!;
    };
    const half = call.name === 'atan' ? Math.PI / 2 : Math.PI;
    const turns = (side(half) - side(-half)) / TURN;
    if (!Number.isFinite(turns)) return [];
    return [Math.abs(turns - Math.round(turns)) < ROUNDING ? Math.round(turns) + 0 : Number(turns.toPrecision(9))];
  }

  /** The arguments of `atan2(y, x)` on its cut: `y = 0`, `x < 0`. */
  #cut(call: CallNode, variables: ReadonlyMap<string, number>): readonly (readonly [Node, number])[] {
    const [y, x] = call.args;
    if (x === undefined) return [];
    return [
      [y!, 0],
      [x, -Math.abs(evaluate(doubles, [x], variables)[0]!)],
    ];
  }

  #variablesAt({ x, p, t }: Configuration): ReadonlyMap<string, number> {
    const { inputs, params, time } = this.#expanded;
    const variables = new Map<string, number>();
    const set = (nodes: readonly Node[], values: readonly number[]): void => {
      nodes.forEach((node, k) => {
        if (node.kind === 'variable') variables.set(node.name, values[k]!);
      });
    };
    set(
      inputs.flatMap(({ components }) => components),
      x,
    );
    set(
      params.flatMap(({ components }) => components),
      p,
    );
    set([time], [t]);
    return variables;
  }
}
