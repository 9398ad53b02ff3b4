import { DistanceJoint, Vec2, World as Planck, type Body, type Joint } from 'planck';
import { expect, test } from 'vitest';
import { AngleLock, Coincident2D, Distance2D, Motor, PointOnEllipse, Rope2D } from 'holonomic/library';
import { gravity, World } from 'holonomic/runtime';
import { GeneratedJoint } from '../../examples/engines/src/planck.js';

const G = 9.81;

function engine() {
  const planck = new Planck({ gravity: new Vec2(0, -G) });
  return { planck, ground: planck.createBody() };
}

function body(planck: ReturnType<typeof engine>['planck'], x: number, y: number, inertia = 1): Body {
  const made = planck.createBody({ type: 'dynamic', position: new Vec2(x, y), allowSleep: false });
  made.setMassData({ mass: 2, center: new Vec2(0, 0), I: inertia });
  return made;
}

test('a generated rod moves as the rod of the engine, and bears the same force', () => {
  const swing = (rod: (ground: Body, ball: Body) => Joint): readonly number[] => {
    const { planck, ground } = engine();
    const ball = body(planck, 1, 0);
    const joint = planck.createJoint(rod(ground, ball))!;
    for (let i = 0; i < 480; i++) planck.step(1 / 480, 8, 3);
    const force = joint.getReactionForce(480);
    return [ball.getPosition().x, ball.getPosition().y, force.x, force.y];
  };
  const here = new Vec2(0, 0);
  const own = swing(
    (bodyA, bodyB) => new DistanceJoint({ bodyA, bodyB, length: 1, localAnchorA: here, localAnchorB: here }),
  );
  const generated = swing(
    (a, b) => new GeneratedJoint(Distance2D, a, b, { a: { body: a }, b: { body: b } }, { length: 1 }),
  );
  expect(Math.hypot(own[2]!, own[3]!)).toBeGreaterThan(1);
  own.forEach((value, i) => {
    expect(generated[i], `entry ${i}`).toBeCloseTo(value, 6);
  });
});

test('a physical pendulum on a generated hinge has its period', () => {
  const [arm, inertia, amplitude] = [0.5, 0.2, 0.1];
  const { planck, ground } = engine();
  const bar = body(planck, arm * Math.sin(amplitude), -arm * Math.cos(amplitude), inertia);
  bar.setAngle(amplitude);
  const hinge = { a: { body: ground }, b: { body: bar, at: new Vec2(0, arm) } };
  planck.createJoint(new GeneratedJoint(Coincident2D, ground, bar, hinge));
  const dt = 1 / 1000;
  const crossings: number[] = [];
  for (let i = 1, before = bar.getAngle(); crossings.length < 5; i++) {
    planck.step(dt, 8, 4);
    const now = bar.getAngle();
    if (before < 0 !== now < 0) crossings.push(dt * (i - now / (now - before)));
    before = now;
  }
  // Half a period apart: T = 2π √((I + m d²) / (m g d)) (1 + θ²/16 + …).
  const period = 2 * Math.PI * Math.sqrt((inertia + 2 * arm ** 2) / (2 * G * arm)) * (1 + amplitude ** 2 / 16);
  expect((crossings[4]! - crossings[0]!) / 2 / period).toBeCloseTo(1, 3);
});

/** A body whose corner slides on an ellipse: where its centre is after a second. */
function slide(dt: number): readonly [number, number] {
  const { planck, ground } = engine();
  const box = body(planck, 1.2, 0.3);
  const attached = { p: { body: box, at: new Vec2(-0.2, -0.3) } };
  planck.createJoint(
    new GeneratedJoint(PointOnEllipse, ground, box, attached, { semiX: 1, semiY: 0.5, centre: [0, 0] }),
  );
  for (let i = 0; i < Math.round(1 / dt); i++) planck.step(dt, 8, 3);
  const { x, y } = box.getPosition();
  return [x, y];
}

test('a corner on an ellipse moves as in the runtime, with the first order of the engine', () => {
  const world = new World({ space: 2, forces: [gravity([0, -G])] });
  const box = world.addBody({ mass: 2, inertia: 1, position: [1.2, 0.3] });
  world.add(new PointOnEllipse({ p: box.point([-0.2, -0.3]), semiX: 1, semiY: 0.5 }));
  world.run({ until: 1, dt: 1 / 500 });
  const error = (dt: number): number => {
    const [x, y] = slide(dt);
    return Math.hypot(x - box.position[0], y - box.position[1]);
  };
  const [coarse, fine] = [error(1 / 250), error(1 / 500)];
  expect(Math.hypot(box.position[0] - 1.2, box.position[1] - 0.3)).toBeGreaterThan(0.3);
  expect(fine).toBeLessThan(0.02);
  expect(coarse / fine).toBeGreaterThan(1.7);
  expect(coarse / fine).toBeLessThan(2.3);
});

test('a rope is slack until it is taut, and pulls only', () => {
  const { planck, ground } = engine();
  const ball = body(planck, 0, 0);
  const rope = { a: { body: ground }, b: { body: ball } };
  const joint = new GeneratedJoint(Rope2D, ground, ball, rope, { length: 1 });
  planck.createJoint(joint);
  const dt = 1 / 1000;
  for (let i = 1; i <= 400; i++) planck.step(dt, 8, 3);
  // The engine falls by g h² n (n + 1) / 2.
  expect(ball.getPosition().y).toBeCloseTo((-G * dt * dt * 400 * 401) / 2, 5);
  expect(joint.getReactionForce(1 / dt).length()).toBe(0);
  for (let i = 1; i <= 400; i++) planck.step(dt, 8, 3);
  expect(ball.getPosition().y).toBeCloseTo(-1, 4);
  // At rest it carries the weight.
  expect(joint.getReactionForce(1 / dt).y).toBeCloseTo(2 * G, 3);
});

test('a motor turns at its speed, and an angle is locked', () => {
  const { planck, ground } = engine();
  const [wheel, other] = [body(planck, 0, 0), body(planck, 1, 0, 3)];
  planck.createJoint(
    new GeneratedJoint(Motor, ground, wheel, { theta: { body: wheel }, base: { body: ground } }, { speed: 2.5 }),
  );
  const angles = { alpha: { body: wheel }, beta: { body: other } };
  planck.createJoint(new GeneratedJoint(AngleLock, wheel, other, angles, { angle: 0 }));
  for (let i = 0; i < 500; i++) planck.step(1 / 500, 20, 5);
  expect(wheel.getAngularVelocity()).toBeCloseTo(2.5, 4);
  expect(wheel.getAngle()).toBeCloseTo(2.5, 2);
  expect(other.getAngle()).toBeCloseTo(wheel.getAngle(), 4);
});
