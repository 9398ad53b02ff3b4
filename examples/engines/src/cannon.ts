import { Constraint, Equation, Vec3, type Body } from 'cannon-es';
import { evaluateConstraint, type ConstraintType } from 'holonomic/runtime';
import { refuseUnlessAble } from './refuse.js';

type Class = { readonly type: ConstraintType };
type Parameters = Readonly<Record<string, number | readonly number[]>>;

const listOf = ({ x, y, z }: Vec3): number[] => [x, y, z];

/**
 * A generated equality of one row between the centres of two bodies, as an equation of cannon-es.
 * Throws for a class that is something else.
 */
export class GeneratedEquation extends Equation {
  readonly #class: Class;
  readonly #params: Parameters;

  constructor(generated: Class, a: Body, b: Body, params: Parameters) {
    super(a, b, -Number.MAX_VALUE, Number.MAX_VALUE);
    refuseUnlessAble(generated.type, { engine: 'cannon-es', space: 3, isGeneral: false });
    this.#class = generated;
    this.#params = params;
  }

  /**
   * Computes the right-hand side of the engine's SPOOK scheme, `−a C − b Ċ − h J W Q`, and sets the
   * Jacobian.
   */
  override computeB(h: number): number {
    const [first, second] = this.#class.type.inputs;
    const { C, Cdot, J } = evaluateConstraint(this.#class, {
      inputs: {
        [first!.name]: { value: listOf(this.bi.position), velocity: listOf(this.bi.velocity) },
        [second!.name]: { value: listOf(this.bj.position), velocity: listOf(this.bj.velocity) },
      },
      params: this.#params,
    });
    this.jacobianElementA.spatial.set(...(J[first!.name]![0] as [number, number, number]));
    this.jacobianElementB.spatial.set(...(J[second!.name]![0] as [number, number, number]));
    return -C[0]! * this.a - Cdot[0]! * this.b - this.computeGiMf() * h;
  }

  /** `J W Jᵀ + ε`. The engine's own method assumes that each body's Jacobian is a unit vector. */
  override computeC(): number {
    const {
      bi,
      bj,
      jacobianElementA: A,
      jacobianElementB: B,
    } = this as this & {
      readonly bi: { readonly invMassSolve: number };
      readonly bj: { readonly invMassSolve: number };
    };
    return bi.invMassSolve * A.spatial.lengthSquared() + bj.invMassSolve * B.spatial.lengthSquared() + this.eps;
  }
}

/** Makes a cannon-es constraint of the generated one. */
export function cannonConstraint(generated: Class, a: Body, b: Body, params: Parameters, step: number): Constraint {
  const equation = new GeneratedEquation(generated, a, b, params);
  equation.setSpookParams(1e9, 3, step);
  const constraint = new Constraint(a, b, { collideConnected: false });
  constraint.update = () => undefined;
  constraint.equations.push(equation);
  return constraint;
}
