import type { MouseSpring, PointConnector } from '../../../runtime/index.js';
import type { HandOptions } from '../hand.js';

/**
 * What the canvas takes of the runtime, for pages whose scenes move by modules: bundled in place of all of it.
 * @module
 */
export { writeConstantEntries } from '../../../runtime/model/constant-entries.js';

/** No module has curves: scenes with them are refused. */
export const curveHandle = (): number => NaN;
export const isVaryingGearing = (): boolean => false;
export const cogsOf = (): readonly never[] => [];

/** The spring of a hand, which checks nothing: `f = −k (x − target) − c v`, shortened to `maxForce`. */
export function mouseSpring({
  point,
  target,
  stiffness,
  damping,
  maxForce,
}: HandOptions & { readonly point: PointConnector; readonly target: ArrayLike<number> }): Pick<
  MouseSpring,
  'point' | 'target' | 'moveTo' | 'apply'
> {
  let goal = Float64Array.from(target);
  return {
    point,
    get target() {
      return goal.slice();
    },
    moveTo(place) {
      goal = Float64Array.from(place);
    },
    apply() {
      const { position, velocity } = point;
      const force = goal.map((x, i) => stiffness * (x - position[i]!) - damping * velocity[i]!);
      const size = Math.hypot(...force);
      point.applyForce(size > maxForce ? force.map((f) => (f * maxForce) / size) : force);
    },
  };
}
