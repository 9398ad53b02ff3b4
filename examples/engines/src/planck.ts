import { Joint, Vec2, type Body, type TimeStep, type Vec2Value } from 'planck';
import { evaluateConstraint, type ConstraintType } from 'holonomic/runtime';
import { refuseUnlessAble } from './refuse.js';

type Class = { readonly type: ConstraintType };
type Parameters = Readonly<Record<string, number | readonly number[]>>;

/**
 * What an input of a constraint is: a point of a body or a direction fixed in it, in the body's own
 * coordinates, or, where the input is a scalar, the body's angle.
 */
export interface Attachment {
  readonly body: Body;
  readonly at?: Vec2Value;
}

/** The parts of a body that planck's own joints use, and that its types hide. */
interface Moving {
  readonly c_position: { readonly c: Vec2; a: number };
  readonly c_velocity: { readonly v: Vec2; w: number };
  readonly m_invMass: number;
  readonly m_invI: number;
  readonly m_sweep: { readonly localCenter: Vec2 };
}

const moving = (body: Body): Moving => body as unknown as Moving;

/** A row of the constraint at the bodies' present state. `J` has x, y and angle of A, then of B. */
interface Row {
  readonly C: number;
  /** The part of the rate that the velocities do not make: of what depends on time. */
  readonly drive: number;
  readonly J: readonly number[];
  /** `1 / (J W Jᵀ)`. */
  readonly mass: number;
}

/** Largest error of position that ends planck's iterations, in the constraint's own unit. */
const TOLERANCE = 1e-6;

/** A generated constraint of the plane between two bodies, as a joint of planck. */
export class GeneratedJoint extends Joint {
  readonly #type: ConstraintType;
  readonly #attached: Readonly<Record<string, Attachment>>;
  readonly #params: Parameters;
  readonly #bodies: readonly [Body, Body];
  #rows: readonly Row[] = [];
  #impulses: number[];
  #time = 0;

  /** `attached` has each input's name; all of its bodies are `a` or `b`. */
  constructor(
    generated: Class,
    a: Body,
    b: Body,
    attached: Readonly<Record<string, Attachment>>,
    params: Parameters = {},
  ) {
    super({ collideConnected: false }, a, b);
    refuseUnlessAble(generated.type, { engine: 'planck', space: 2, isGeneral: true });
    for (const { name } of generated.type.inputs) {
      const body = attached[name]?.body;
      if (body !== a && body !== b)
        throw new Error(`Input '${name}' of ${generated.type.name} must be attached to one of the joint's two bodies.`);
    }
    this.#type = generated.type;
    this.#attached = attached;
    this.#params = params;
    this.#bodies = [a, b];
    this.#impulses = Array.from({ length: generated.type.rows }, () => 0);
  }

  override initVelocityConstraints({ dtRatio, dt, warmStarting }: TimeStep): void {
    this.#rows = this.#evaluate();
    this.#time += dt;
    this.#impulses = this.#impulses.map((impulse) => (warmStarting ? impulse * dtRatio : 0));
    this.#rows.forEach((row, r) => this.#push(row, this.#impulses[r]!));
  }

  /** `J v + ∂C/∂t = 0`; an inequality may come as near to its bound as one step allows. */
  override solveVelocityConstraints({ inv_dt }: TimeStep): void {
    this.#rows.forEach((row, r) => {
      const room = this.#isInequality(r) ? Math.max(0, row.C) * inv_dt : 0;
      const before = this.#impulses[r]!;
      const next = before - row.mass * (this.#rate(row) + row.drive + room);
      this.#impulses[r] = this.#isInequality(r) ? Math.max(0, next) : next;
      this.#push(row, this.#impulses[r]! - before);
    });
  }

  /** Moves the bodies by `−W Jᵀ C / (J W Jᵀ)`, row by row. Rows at velocity level have no place. */
  override solvePositionConstraints(): boolean {
    let error = 0;
    for (let r = 0; r < this.#type.rows; r++) {
      if (this.#type.levels?.[r] === 'velocity') continue;
      const { C, J, mass } = this.#evaluate()[r]!;
      if (this.#isInequality(r) && C >= 0) continue;
      error = Math.max(error, Math.abs(C));
      this.#bodies.forEach((body, i) => {
        const { c_position: position, m_invMass, m_invI } = moving(body);
        const [x, y, angle] = J.slice(3 * i) as [number, number, number];
        position.c.add(new Vec2(-m_invMass * x * mass * C, -m_invMass * y * mass * C));
        position.a -= m_invI * angle * mass * C;
      });
    }
    return error < TOLERANCE;
  }

  override getAnchorA(): Vec2 {
    return this.#bodies[0].getPosition();
  }

  override getAnchorB(): Vec2 {
    return this.#bodies[1].getPosition();
  }

  /** The force on the second body, N: `Jᵀ λ`. */
  override getReactionForce(inv_dt: number): Vec2 {
    return new Vec2(inv_dt * this.#impulseOn(3), inv_dt * this.#impulseOn(4));
  }

  /** The torque on the second body about its centre of mass, N m. */
  override getReactionTorque(inv_dt: number): number {
    return inv_dt * this.#impulseOn(5);
  }

  override _reset(): void {
    // There is no definition to read again.
  }

  #isInequality(row: number): boolean {
    return this.#type.relations?.[row] === '>=';
  }

  #impulseOn(entry: number): number {
    return this.#rows.reduce((sum, { J }, r) => sum + J[entry]! * this.#impulses[r]!, 0);
  }

  /** `J v` */
  #rate({ J }: Pick<Row, 'J'>): number {
    return this.#bodies.reduce((sum, body, i) => {
      const { v, w } = moving(body).c_velocity;
      return sum + J[3 * i]! * v.x + J[3 * i + 1]! * v.y + J[3 * i + 2]! * w;
    }, 0);
  }

  /** `v += W Jᵀ impulse` */
  #push({ J }: Row, impulse: number): void {
    this.#bodies.forEach((body, i) => {
      const { c_velocity: velocity, m_invMass, m_invI } = moving(body);
      velocity.v.add(new Vec2(m_invMass * J[3 * i]! * impulse, m_invMass * J[3 * i + 1]! * impulse));
      velocity.w += m_invI * J[3 * i + 2]! * impulse;
    });
  }

  /** Evaluates the generated class, and turns its blocks into those of the two bodies. */
  #evaluate(): Row[] {
    const inputs = this.#type.inputs.map(({ name, kind }) => {
      const { body, at = new Vec2(0, 0) } = this.#attached[name]!;
      const { c_position, c_velocity, m_sweep } = moving(body);
      const [cos, sin] = [Math.cos(c_position.a), Math.sin(c_position.a)];
      const centre = kind === 'point' ? m_sweep.localCenter : new Vec2(0, 0);
      const [x, y] = [at.x - centre.x, at.y - centre.y];
      const arm = [cos * x - sin * y, sin * x + cos * y] as const;
      return { name, kind, body, arm, c_position, c_velocity };
    });
    const states = inputs.map(({ name, kind, arm: [x, y], c_position: { c, a }, c_velocity: { v, w } }) => {
      if (kind === 'scalar') return [name, { value: a, velocity: w }] as const;
      const fixed = kind === 'point' ? 1 : 0;
      const value = [fixed * c.x + x, fixed * c.y + y];
      return [name, { value, velocity: [fixed * v.x - w * y, fixed * v.y + w * x] }] as const;
    });
    const values = evaluateConstraint(
      { type: this.#type },
      { inputs: Object.fromEntries(states), params: this.#params, time: this.#time },
    );
    return values.C.map((C, r) => {
      const J = [0, 0, 0, 0, 0, 0];
      for (const { name, kind, body, arm } of inputs) {
        const at = 3 * this.#bodies.indexOf(body);
        const [x = 0, y = 0] = values.J[name]![r]!;
        if (kind === 'scalar') J[at + 2]! += x;
        else J[at + 2]! += arm[0] * y - arm[1] * x;
        if (kind === 'point') {
          J[at]! += x;
          J[at + 1]! += y;
        }
      }
      const weight = this.#bodies.reduce((sum, body, i) => {
        const { m_invMass, m_invI } = moving(body);
        return sum + m_invMass * (J[3 * i]! ** 2 + J[3 * i + 1]! ** 2) + m_invI * J[3 * i + 2]! ** 2;
      }, 0);
      return { C, J, drive: values.Cdot[r]! - this.#rate({ J }), mass: weight > 0 ? 1 / weight : 0 };
    });
  }
}
