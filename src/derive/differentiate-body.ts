import type { ExpandedBody, ExpandedConnector } from '../formula/expanded-body.js';
import type { Graph } from '../symbolic/graph.js';
import { Jets } from '../symbolic/jets.js';
import type { Node } from '../symbolic/node.js';
import * as Q from '../symbolic/rational.js';
import { joinSquares } from '../symbolic/pythagoras.js';
import { gradient } from '../symbolic/reverse.js';
import type { Orientation, Triple } from '../symbolic/rotations.js';

/** A quantity of a body along its motion. */
export interface Kinematics {
  readonly x: readonly Node[];
  /** `ẋ` */
  readonly rate: readonly Node[];
  /** `ẍ` at `v̇ = 0` */
  readonly bias: readonly Node[];
  /** `B[component][j] = ∂ẋ/∂v_j` */
  readonly B: readonly (readonly Node[])[];
}

/** All derivatives that the dynamics of a body uses, as nodes of one graph. */
export interface BodyDerivatives {
  readonly connectors: readonly (ExpandedConnector & Kinematics)[];
  /** `M[i][j]`, symmetric. */
  readonly M: readonly (readonly Node[])[];
  readonly Q: readonly Node[];
  readonly kinetic: Node;
  readonly potential: Node;
  /** `Σ m x` */
  readonly moment: readonly Node[];
  /** `weight[component][j] = Σ m ∂ẋ/∂v_j` */
  readonly weight: readonly (readonly Node[])[];
  /** `f˙` for a node `f`; gives the rates of named quantities their names. */
  readonly rate: (node: Node) => Node;
}

/**
 * Differentiates a body: connectors by jets and reverse sweeps, then the equations of motion of the
 * masses that they carry (Witkin, *Physically Based Modeling*, "Constrained Dynamics", equation
 * 13):
 *
 *     M = Σ Bᵀ ∂p/∂v        Q = −Σ Bᵀ (ṗ at v̇ = 0) − ∂E/∂q
 *
 * The momentum is `p = m ẋ` of a point, `I φ̇` of an angle, `I ḋ` of a direction, and `L = R I Rᵀ ω`
 * of an orientation, whose rate at `v̇ = 0` is `ω × L`. A kinetic energy `T` and a dissipation `D`
 * that are given as such add, by Lagrange's equations,
 *
 *     M += ∂²T/∂v²        Q += −(d/dt ∂T/∂v at v̇ = 0) + ∂T/∂q − ∂D/∂v
 */
export function differentiateBody(body: ExpandedBody): BodyDerivatives {
  const { graph, coordinates, rotations, time } = body;
  const { seeds } = rotations;
  for (const { components, rates, kind } of coordinates)
    if (kind !== 'orientation')
      components.forEach((node, i) => seeds.set(node, { first: rates[i]!, second: graph.zero }));
  seeds.set(time, { first: graph.one, second: graph.zero });
  const jets = new Jets(graph, seeds);
  rotations.follow(jets);

  const v = coordinates.flatMap(({ rates }) => rates);
  const kinematicsOf = (x: readonly Node[]): Kinematics => {
    const rate = x.map((node) => jets.first(node));
    return {
      x,
      rate,
      bias: x.map((node) => jets.second(node)),
      B: rate.map((node) => gradient(graph, node, v)),
    };
  };
  const inertial: Inertial[] = [
    ...body.masses.map(({ x, mass }) => scaled(graph, kinematicsOf(x), mass)),
    ...body.inertias.map(({ x, inertia }) => scaled(graph, kinematicsOf(x), inertia)),
    ...body.tensors.map(({ orientation, inertia }) => turning(body, orientation, inertia, jets, v)),
  ];
  const sumOver = (term: (part: Inertial, c: number) => Node): Node =>
    graph.add(...inertial.flatMap((part) => part.B.map((_, c) => term(part, c))));

  const dims = Array.from({ length: body.model.space }, (_, c) => c);
  const points = body.masses.map(({ x, mass }) => ({ ...kinematicsOf(x), mass }));
  const potential = body.energy;
  const momenta = gradient(graph, body.kinetic, v);
  // The slopes along coordinates of T − V.
  const slope = gradient(
    graph,
    graph.subtract(body.kinetic, potential),
    coordinates.flatMap(({ components, kind }) => (kind === 'orientation' ? [] : components)),
  );
  const forces = coordinates.flatMap(({ kind, rates }) =>
    rates.map(() => (kind === 'orientation' ? graph.zero : slope.shift()!)),
  );
  const damping = gradient(graph, body.dissipation, v);
  const n = v.length;
  const curvature = momenta.map((momentum) => gradient(graph, momentum, v));
  const M = v.flatMap((_, i) =>
    v.map((__, j) =>
      graph.add(
        sumOver(({ B, momentumB }, c) => graph.multiply(B[c]![i]!, momentumB[c]![j]!)),
        curvature[i]![j]!,
      ),
    ),
  );
  const own = v.map((_, i) =>
    graph.add(
      graph.negate(sumOver(({ B, momentumRate }, c) => graph.multiply(B[c]![i]!, momentumRate[c]!))),
      graph.negate(jets.first(momenta[i]!)),
      forces[i]!,
      graph.negate(damping[i]!),
    ),
  );
  const kinetic = graph.add(...inertial.map(({ energy }) => energy), body.kinetic);
  const simple = joinSquares(graph, [...M, ...own, kinetic]);
  return {
    connectors: body.connectors.map((connector) => ({ ...connector, ...kinematicsOf(connector.value) })),
    M: v.map((_, i) => simple.slice(i * n, (i + 1) * n)),
    Q: simple.slice(n * n, n * n + n),
    kinetic: simple[n * n + n]!,
    potential,
    moment: dims.map((c) => graph.add(...points.map(({ x, mass }) => graph.multiply(mass, x[c]!)))),
    weight: dims.map((c) =>
      v.map((_, j) => graph.add(...points.map(({ B, mass }) => graph.multiply(mass, B[c]![j]!)))),
    ),
    rate: (node) => jets.first(node),
  };
}

/**
 * An object that carries momentum: its kinetic energy, `B = ∂ẋ/∂v` of what moves, `∂momentum/∂v`,
 * and the momentum's rate at `v̇ = 0`.
 */
interface Inertial {
  readonly energy: Node;
  readonly B: readonly (readonly Node[])[];
  readonly momentumB: readonly (readonly Node[])[];
  readonly momentumRate: readonly Node[];
}

/** `p = m ẋ`, `p˙ = m ẍ` */
function scaled(graph: Graph, { rate, bias, B }: Kinematics, mass: Node): Inertial {
  const times = (node: Node): Node => graph.multiply(mass, node);
  return {
    energy: graph.scale(Q.HALF, times(dot(graph, rate, rate))),
    B,
    momentumB: B.map((row) => row.map(times)),
    momentumRate: bias.map(times),
  };
}

/**
 * The angular momentum `L = R (I Rᵀ ω)` of an extended body. It is a rotated vector, so its rate
 * follows by the rule for those. It is computed as `W ω` with the inertia in world axes,
 * `W = R I Rᵀ`, which the mass matrix contains anyway.
 */
function turning(
  { graph, rotations: { names } }: ExpandedBody,
  orientation: Orientation,
  inertia: readonly (readonly Node[])[],
  jets: Jets,
  v: readonly Node[],
): Inertial {
  const { omega } = orientation;
  const times = (matrix: readonly (readonly Node[])[], a: readonly Node[]): Triple =>
    matrix.map((row) => dot(graph, row, a)) as unknown as Triple;
  const R = orientation.matrix();
  const RI = R.map((row) => times(inertia, row));
  // The tensor is symmetric: one entry of each pair is computed.
  const entry = (i: number, j: number): Node => dot(graph, RI[i]!, R[j]!);
  const W = R.map((_, i) => R.map((__, j) => entry(Math.min(i, j), Math.max(i, j))));
  W.forEach((row, i) => {
    row.forEach((node, j) => {
      names.set(node, `W_${'xyz'.charAt(Math.min(i, j))}${'xyz'.charAt(Math.max(i, j))}`);
    });
  });
  const spin = orientation.unrotate(omega, 'w');
  const momentum = orientation.rotate(times(inertia, spin), 'L', times(W, omega));
  return {
    energy: graph.scale(Q.HALF, dot(graph, spin, times(inertia, spin))),
    B: omega.map((node) => v.map((rate) => (rate === node ? graph.one : graph.zero))),
    momentumB: W.map((row) => v.map((rate) => row[omega.indexOf(rate)] ?? graph.zero)),
    momentumRate: momentum.map((node) => jets.first(node)),
  };
}

const dot = (graph: Graph, a: readonly Node[], b: readonly Node[]): Node =>
  graph.add(...a.map((node, k) => graph.multiply(node, b[k]!)));
