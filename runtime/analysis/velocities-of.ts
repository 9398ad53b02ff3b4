import { isBodyConnector } from '../model/bodies/body-connectors.js';
import type { Connector } from '../model/connector.js';
import { isParticle } from '../model/particle.js';
import type { ParticleStore } from '../model/particle-store.js';

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

/** A connector's Jacobian and curvature over the velocities of its body, at rest. */
export interface ConnectorMotion extends VelocityRange {
  /** `B[c·count + j] = ∂ẋ_c/∂v_j`. */
  readonly B: Float64Array;
  /**
   * `Γ[(c·count + i)·count + j]`: the connector's acceleration at zero `v̇` is `Σ Γ_cij v_i v_j`, and so the
   * second derivative of its value along `q ⊕ s v`. Undefined where it is zero.
   */
  readonly curvature: Float64Array | undefined;
}

/** Evaluates {@link ConnectorMotion}. `v` are the velocities of the state; they end as zeros. */
export function connectorMotion(connector: Connector, particles: ParticleStore, v: Float64Array): ConnectorMotion {
  const { start, count } = velocitiesOf(connector, particles);
  const { size } = connector;
  const [x, rate, a] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  v.fill(0);
  const read = (): void => {
    connector.read(x, rate, a, 0);
  };
  const B = new Float64Array(size * count);
  const curvature = connector.accelerates && count > 0 ? new Float64Array(size * count * count) : undefined;
  read();
  const rest = { rate: rate.slice(), a: a.slice() };
  const single: Float64Array[] = [];
  for (let i = 0; i < count; i++) {
    v[start + i] = 1;
    read();
    for (let c = 0; c < size; c++) B[c * count + i] = rate[c]! - rest.rate[c]!;
    if (curvature) {
      single.push(a.slice());
      for (let j = 0; j < i; j++) {
        v[start + j] = 1;
        read();
        for (let c = 0; c < size; c++) {
          const entry = (a[c]! - single[i]![c]! - single[j]![c]! + rest.a[c]!) / 2;
          curvature[(c * count + i) * count + j] = curvature[(c * count + j) * count + i] = entry;
        }
        v[start + j] = 0;
      }
      v[start + i] = -1;
      read();
      for (let c = 0; c < size; c++) curvature[(c * count + i) * count + i] = (single[i]![c]! + a[c]!) / 2 - rest.a[c]!;
    }
    v[start + i] = 0;
  }
  return { start, count, B, curvature };
}
