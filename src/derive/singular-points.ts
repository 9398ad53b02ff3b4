import type { ExpandedConstraint } from '../formula/expanded.js';
import { text } from '../notation/text.js';
import { Writer, type Notation } from '../notation/notation.js';
import type { Interval } from '../primitives/interval.js';
import { primitiveOf } from '../primitives/index.js';
import { mayReach, reachesBeyond, SLOPES, type Singularity, type SingularityKind } from '../primitives/singularity.js';
import type { SingularPolicy } from '../spec/constraint-spec.js';
import type { BoundsOf } from '../symbolic/bounds.js';
import type { Graph } from '../symbolic/graph.js';
import { reachable, type CallNode, type Node, type ProductNode } from '../symbolic/node.js';
import * as Q from '../symbolic/rational.js';

/** A set of configurations at which a formula is not smooth, and what its class does there. */
export interface SingularPoint {
  readonly kind: SingularityKind;
  /** Equations of the set in the formula's own terms: `norm(a - b) = 0`. */
  readonly where: string;
  /** The meaning of the equations for the inputs, where it can be said: `a and b coincide`. */
  readonly meaning?: string;
  /** The value or action of the class there, as the rest of a sentence. */
  readonly policy: string;
  /**
   * The equations as nodes: each left side equals its right side, which may be one of several
   * numbers. Where `isLess`, it is an inequality: the left side is less.
   */
  readonly equations: readonly { readonly left: Node; readonly right: Node | Several; readonly isLess: boolean }[];
}

/** A right side that stands for several numbers: either of two, or any whole number. */
type Several = '±1' | 'whole';

/** The notation of what stands for several numbers. */
export type SeveralNotation = Readonly<Record<Several, string>>;

const IN_TEXT: SeveralNotation = { '±1': '±1', whole: 'a whole number' };

/** Kinds of singularity, from the mildest to the worst. */
const SEVERITY: readonly SingularityKind[] = ['kink', 'jump', 'derivative undefined', 'value undefined'];

const THROWN = 'evaluating it throws there';
const NO_VALUE_BELOW = ', and below it has no value';
const NO_VALUE = {
  below: NO_VALUE_BELOW,
  beyond: ', and beyond it has no value',
  between: ', and between them it has no value',
} as const;

type Side = readonly [left: Node, right: Node | number | Several, isLess?: true];

/** The formulas in which singular points are sought, and their names. */
export type ExpandedFormulas = Pick<ExpandedConstraint, 'graph' | 'C' | 'names' | 'sources' | 'inputs' | 'params'>;

/** Finds the singular points of formulas `C` from their graph. `bounds` say what cannot vanish. */
export function singularPoints(
  expanded: ExpandedFormulas,
  bounds: BoundsOf,
  policy: SingularPolicy,
): readonly SingularPoint[] {
  const search = new Search(expanded, bounds, policy);
  // A part of the formulas may occur in `C` only by its rate. Then it does not matter that it jumps
  // from one value to another with the same derivatives.
  for (const node of reachable([...expanded.sources.keys()])) search.visit(node);
  for (const node of reachable(expanded.C)) {
    search.visit(node);
    search.findCut(node);
  }
  return search.found;
}

/** Writes a node as the formula has it, or else as the graph does. */
export const writeNode = ({ sources, names }: Pick<ExpandedFormulas, 'sources' | 'names'>, node: Node): string =>
  sources.get(node) ?? new Writer(text, names).write(node);

/** Tests whether the value jumps there and its derivatives go on. */
const isStep = (at: Singularity['at']): boolean => at === 'cut' || at === 'whole';

class Search {
  readonly found: SingularPoint[] = [];
  readonly #expanded: ExpandedFormulas;
  readonly #graph: Graph;
  readonly #bounds: BoundsOf;
  readonly #throws: boolean;
  readonly #visited = new Set<Node>();
  /** `x² + y²` of each `atan2(y, x)`. */
  readonly #atOrigin = new Set<Node>();

  constructor(expanded: ExpandedFormulas, bounds: BoundsOf, policy: SingularPolicy) {
    this.#throws = policy === 'throw';
    this.#expanded = expanded;
    this.#graph = expanded.graph;
    this.#bounds = bounds;
  }

  visit(node: Node): void {
    if (this.#visited.has(node)) return;
    this.#visited.add(node);
    if (node.kind === 'product') this.#powers(node);
    else if (node.kind === 'call') this.#call(node, (at) => !isStep(at));
    else if (node.kind === 'select') this.#condition(node.condition);
  }

  /** Adds the places where a function jumps although its derivatives go on. */
  findCut(node: Node): void {
    if (node.kind === 'call') this.#call(node, isStep);
  }

  /** Roots and reciprocals: `√s` at `s = 0`, `1/u` at `u = 0`. */
  #powers({ factors }: ProductNode): void {
    for (const { base, exponent } of factors) {
      if (this.#bounds.of(base).nonzero || this.#atOrigin.has(base)) continue;
      const root = this.#graph.power(base, Q.HALF);
      const { sources } = this.#expanded;
      const vanishing = sources.has(root) && (exponent.d === 2n || !sources.has(base)) ? root : base;
      const isRoot = exponent.d !== 1n;
      const beyond = isRoot && this.#bounds.of(base).low < 0 ? NO_VALUE_BELOW : '';
      if (Q.isNegative(exponent))
        this.#add(
          'value undefined',
          [[vanishing, 0]],
          this.#taken('one divided by it is taken as 0 there', beyond),
          base,
        );
      else if (isRoot && Q.compare(exponent, Q.TWO) < 0)
        this.#add(
          beyond === '' && Q.equals(exponent, Q.HALF) ? 'kink' : 'derivative undefined',
          [[vanishing, 0]],
          this.#taken(SLOPES, beyond),
          base,
        );
    }
  }

  #call({ name, args }: CallNode, concerns: (at: Singularity['at']) => boolean): void {
    const intervals = args.map((arg) => this.#bounds.of(arg));
    for (const place of primitiveOf(name).singular ?? []) {
      if (!concerns(place.at)) continue;
      // Recorded so that the derivatives' division by it is not reported again.
      if (place.at === 'origin') this.#atOrigin.add(this.#graph.add(...args.map((arg) => this.#graph.square(arg))));
      if (mayReach(place, intervals)) this.#add(place.kind, this.#sides(place, args), this.#policy(place, intervals));
    }
  }

  /** The equations of a singular place of a primitive. */
  #sides({ at }: Singularity, args: readonly Node[]): readonly Side[] {
    const [a, b] = args as readonly [Node, Node];
    if (at === 'origin') return args.map((arg) => [arg, 0]);
    if (at === 'tie') return [[a, b]];
    if (at === 'cut')
      return [
        [a, 0],
        [b, 0, true],
      ];
    return [typeof at === 'object' ? [this.#graph.call(at.zeroOf, a), 0] : [a, at]];
  }

  #policy(place: Singularity, intervals: readonly Interval[]): string {
    const { taken, always, noValue } = place;
    if (always) return taken;
    return this.#taken(
      taken,
      noValue === undefined || !reachesBeyond(place, intervals[0]!) ? undefined : NO_VALUE[noValue],
    );
  }

  /**
   * The policy at a singular point in words: `finite`, or that evaluation throws, and then
   * `beyond`, which holds in either case.
   */
  #taken(finite: string, beyond = ''): string {
    return `${this.#throws ? THROWN : finite}${beyond}`;
  }

  /** The places where a condition changes from false to true. */
  #condition(condition: Node): void {
    if (condition.kind !== 'condition') return;
    const [a, b] = condition.args as readonly [Node, Node];
    if (['and', 'or', 'not'].includes(condition.name)) for (const part of condition.args) this.#condition(part);
    else this.#add('kink', [[a, b]], 'value and derivatives are those of the branch taken');
  }

  #add(kind: SingularityKind, sides: readonly Side[], policy: string, radicand?: Node): void {
    const equations = sides.map(([left, right, isLess = false]) => ({
      left,
      right: typeof right === 'number' ? this.#graph.number(right) : right,
      isLess,
    }));
    const where = equations
      .map(
        ({ left, right, isLess }) =>
          `${this.#write(left)} ${isLess ? '<' : '='} ${typeof right === 'string' ? IN_TEXT[right] : this.#write(right)}`,
      )
      .join(', ');
    const meaning = radicand && this.#coincidence(radicand);
    const point: SingularPoint = { kind, where, ...(meaning !== undefined && { meaning }), policy, equations };
    const same = this.found.findIndex((other) => other.where === where);
    if (same < 0) this.found.push(point);
    else if (SEVERITY.indexOf(kind) > SEVERITY.indexOf(this.found[same]!.kind)) this.found[same] = point;
  }

  #write(node: Node): string {
    return writeNode(this.#expanded, node);
  }

  /** `Σ (aᵢ − bᵢ)²` of all components of two inputs vanishes where they coincide. */
  #coincidence(radicand: Node): string | undefined {
    if (radicand.kind !== 'sum' || !Q.isZero(radicand.constant)) return undefined;
    const differences = radicand.terms.map(({ node }) =>
      node.kind === 'product' && node.factors.length === 1 && Q.equals(node.factors[0]!.exponent, Q.TWO)
        ? node.factors[0]!.base
        : undefined,
    );
    const { inputs, params } = this.#expanded;
    const owners = [...inputs, ...params];
    const ownersOf = (difference: Node | undefined): string | undefined => {
      if (difference?.kind !== 'sum' || difference.terms.length !== 2 || !Q.isZero(difference.constant))
        return undefined;
      const [first, second] = difference.terms as unknown as readonly [
        (typeof difference.terms)[0],
        (typeof difference.terms)[0],
      ];
      const places = [first, second].map(({ node }) => owners.find(({ components }) => components.includes(node)));
      const [a, b] = places;
      if (!Q.isZero(Q.add(first.coefficient, second.coefficient)) || a === undefined || b === undefined)
        return undefined;
      if (a.size !== differences.length || a.components.indexOf(first.node) !== b.components.indexOf(second.node))
        return undefined;
      return [a, b]
        .sort((x, y) => owners.indexOf(x) - owners.indexOf(y))
        .map(({ name }) => name)
        .join(' and ');
    };
    const pairs = new Set(differences.map(ownersOf));
    const [pair] = pairs;
    return pairs.size === 1 && pair !== undefined ? `${pair} coincide` : undefined;
  }
}

/** `norm(a - b) = 0 (a and b coincide)` */
export const locateSingularPoint = ({ where, meaning }: Pick<SingularPoint, 'where' | 'meaning'>): string =>
  `${where}${meaning === undefined ? '' : ` (${meaning})`}`;

/** A singular point as one sentence. */
export const describeSingularPoint = (point: Pick<SingularPoint, 'where' | 'meaning' | 'policy'>): string =>
  `Singular where ${locateSingularPoint(point)}: ${point.policy}.`;

/** The equations of a singular point in a notation. */
export function writeSingularPoint(
  { equations }: SingularPoint,
  { names }: Pick<ExpandedConstraint, 'names'>,
  notation: Notation,
  several: SeveralNotation,
): string {
  const writer = new Writer(notation, names);
  return equations
    .map(
      ({ left, right, isLess }) =>
        `${writer.write(left)} ${isLess ? '<' : '='} ${typeof right === 'string' ? several[right] : writer.write(right)}`,
    )
    .join(', ');
}
