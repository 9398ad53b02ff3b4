import type { Connector } from '../model/connector.js';
import { isParticle } from '../model/particle.js';
import type { ParticleStore } from '../model/particle-store.js';
import { isBodyConnector } from '../model/bodies/body-connectors.js';

/** Consecutive velocities of the state. */
export interface VelocityRange {
  readonly start: number;
  readonly count: number;
}

const NONE: VelocityRange = { start: 0, count: 0 };

/** Returns the velocities of the body that carries `connector`; none for the ground and handles. */
export function velocitiesOf(connector: Connector, particles: ParticleStore): VelocityRange {
  if (isBodyConnector(connector)) return { start: connector.binding.velocityOffset, count: connector.binding.v.length };
  const { owner } = connector;
  if (!isParticle(owner)) return NONE;
  return { start: particles.velocityOffset + owner.size * owner.index, count: owner.size };
}

/** A connector's value, and its Jacobian and curvature over the velocities of its body. */
export class ConnectorMotion implements VelocityRange {
  readonly connector: Connector;
  readonly start: number;
  readonly count: number;
  readonly x: Float64Array;
  /** `B[c·count + j] = ∂ẋ_c/∂v_j`. */
  readonly B: Float64Array;
  /**
   * `Γ[(c·count + i)·count + j]`: the connector's acceleration at zero `v̇` is `Σ Γ_cij v_i v_j`, and so the
   * second derivative of its value along `q ⊕ s v`. Undefined where it is zero.
   */
  readonly curvature: Float64Array | undefined;
  readonly #rate: Float64Array;
  readonly #rates: Float64Array;
  readonly #a: Float64Array;
  readonly #rest: Float64Array;
  readonly #single: Float64Array;

  constructor(connector: Connector, particles: ParticleStore) {
    const { start, count } = velocitiesOf(connector, particles);
    const { size } = connector;
    this.connector = connector;
    this.start = start;
    this.count = count;
    this.x = new Float64Array(size);
    this.B = new Float64Array(size * count);
    this.curvature = connector.accelerates && count > 0 ? new Float64Array(size * count * count) : undefined;
    this.#rate = new Float64Array(size);
    this.#rates = new Float64Array(size);
    this.#a = new Float64Array(size);
    this.#rest = new Float64Array(size);
    this.#single = new Float64Array(size * count);
  }

  /** Reads the value {@link x} alone. */
  readValue(): void {
    this.connector.read(this.x, this.#rate, this.#a, 0);
  }

  /** Reads everything at the present coordinates. `v` are the velocities of the state, which end as they were. */
  read(v: Float64Array): void {
    const { start, count, x, B, curvature, connector } = this;
    const { size } = connector;
    const [rate, a, rest, single] = [this.#rate, this.#a, this.#rest, this.#single];
    const kept = v.slice(start, start + count);
    v.fill(0, start, start + count);
    connector.read(x, this.#rates, rest, 0);
    for (let i = 0; i < count; i++) {
      v[start + i] = 1;
      connector.read(x, rate, a, 0);
      for (let c = 0; c < size; c++) B[c * count + i] = rate[c]! - this.#rates[c]!;
      if (curvature) {
        for (let c = 0; c < size; c++) single[i * size + c] = a[c]!;
        for (let j = 0; j < i; j++) {
          v[start + j] = 1;
          connector.read(x, rate, a, 0);
          for (let c = 0; c < size; c++) {
            const entry = (a[c]! - single[i * size + c]! - single[j * size + c]! + rest[c]!) / 2;
            curvature[(c * count + i) * count + j] = curvature[(c * count + j) * count + i] = entry;
          }
          v[start + j] = 0;
        }
        v[start + i] = -1;
        connector.read(x, rate, a, 0);
        for (let c = 0; c < size; c++)
          curvature[(c * count + i) * count + i] = (single[i * size + c]! + a[c]!) / 2 - rest[c]!;
      }
      v[start + i] = 0;
    }
    v.set(kept, start);
  }
}
