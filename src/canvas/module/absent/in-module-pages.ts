import type { Connector, MouseSpring, PointConnector } from '../../../../runtime/index.js';
import type { HandOptions } from '../../hand.js';

/**
 * What pages whose scenes move by modules have in place of the runtime, and of all that scenes with modules never
 * have: curves, bodies with coordinates of their own, ropes, shapes that touch, drivers, twins, and mistaken
 * arguments.
 * @module
 */
export { writeConstantEntries } from '../../../../runtime/model/constant-entries.js';

export const curveHandle = (): number => NaN;
export const isVaryingGearing = (): boolean => false;
export const isParametricBody = (): boolean => false;
const none = (): readonly never[] => [];
export class ParametricLooks {
  readonly of = none;
}
export const driverPower = (): number => 0;
export const drivenConnectors = (): ReadonlySet<Connector> => new Set();
export class ImpulseWork {
  readonly others = [];
  readonly ofStep = (): number => 0;
}
export { none as cogsOf, none as pointsOf, none as shapesOfOutline, none as shapesOfRope };
const nothing = (): void => undefined;
export {
  nothing as checkCanvas,
  nothing as checkPicture,
  nothing as checkPoint,
  nothing as newestWarning,
  nothing as isUnmet,
};
export const extentOf = (): undefined => undefined;
export const Elsewhere = undefined;

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
