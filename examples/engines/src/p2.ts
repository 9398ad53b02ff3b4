import { Constraint, Equation, type Body } from 'p2-es';
import { evaluateConstraint, type ConstraintType } from 'holonomic/runtime';
import { refuseUnlessAble } from './refuse.js';

type Class = { readonly type: ConstraintType };
type Parameters = Readonly<Record<string, number | readonly number[]>>;

/**
 * A generated equality of one row between the centres of two bodies, as an equation of p2-es.
 * Throws for a class that is something else.
 */
export class GeneratedEquation extends Equation {
  readonly #class: Class;
  readonly #params: Parameters;

  constructor(generated: Class, a: Body, b: Body, params: Parameters) {
    super(a, b, -Number.MAX_VALUE, Number.MAX_VALUE);
    refuseUnlessAble(generated.type, { engine: 'p2-es', space: 2, isGeneral: false });
    this.#class = generated;
    this.#params = params;
  }

  /**
   * Computes the right-hand side of the engine's SPOOK scheme, `−a C − b Ċ − h J W Q`, and sets the
   * Jacobian.
   */
  override computeB(a: number, b: number, h: number): number {
    const [first, second] = this.#class.type.inputs;
    const { C, Cdot, J } = evaluateConstraint(this.#class, {
      inputs: {
        [first!.name]: { value: this.bodyA.position, velocity: this.bodyA.velocity },
        [second!.name]: { value: this.bodyB.position, velocity: this.bodyB.velocity },
      },
      params: this.#params,
    });
    const [A, B] = [J[first!.name]![0]!, J[second!.name]![0]!];
    [A[0]!, A[1]!, 0, B[0]!, B[1]!, 0].forEach((value, i) => {
      this.G[i] = value;
    });
    return -C[0]! * a - Cdot[0]! * b - this.computeGiMf() * h;
  }
}

/** Makes a p2-es constraint of the generated one. */
export function p2Constraint(generated: Class, a: Body, b: Body, params: Parameters): Constraint {
  const equation = new GeneratedEquation(generated, a, b, params);
  equation.stiffness = 1e9;
  equation.relaxation = 3;
  const constraint = new Constraint(a, b, Constraint.OTHER, { collideConnected: false });
  constraint.update = () => undefined;
  constraint.equations.push(equation);
  return constraint;
}
