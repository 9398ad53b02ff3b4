import { expect, test } from 'vitest';
import type { HandEvent } from '../../site/workshop/engine/protocol.js';
import type { SceneDocument } from '../../site/workshop/model/document.js';
import type { Theatre } from '../../site/workshop/engine/theatre.js';
import type { PointConnector, RigidBody2D, RigidBody3D } from '../../runtime/index.js';
import { isRigidBody } from '../../src/painter/rigid.js';
import { someOf } from '../support/scope.js';
import { scene, SCENES, Twin } from './twin.js';

/** Frames of a pull, its radius, CSS pixels, and frames that it is held outside of the window, and after it. */
const PULL = 120;
const RADIUS = 70;
const AFTER = 20;

/** Distance up to which a mouse takes hold of a point, CSS pixels. */
const REACH = 26;

/**
 * Pixels by which a point may go further in a step than its speeds allow: none that is seen. Chains
 * whose links whip round within a step are put right by more.
 */
const KICKS: Readonly<Record<string, number>> = { catenary: 6, net: 8 };
const KICK = 0.5;

/**
 * Largest error of a constraint while a scene is pulled at: rounding, or within contact less than a
 * millimetre. A wheel at 60 rad/s turns by 0.06 in a step, and a forearm that whirls down the stairs
 * bends its elbow by 0.05 rad out of its plane in a blow, as it does without a hand (`largestC`). Stones
 * of 14 kg fall on each other at metres per second, and come to overlap by 3 to 5 mm.
 */
const RESIDUALS: Readonly<Record<string, number>> = { arch: 6e-3, gyroscope: 1e-8, ragdoll: 0.06 };

const middle = (body: RigidBody2D | RigidBody3D): PointConnector => body.point(body.pointToLocalFrame(body.position));

const size = (vector: readonly number[]): number => Math.hypot(...vector);

interface Pulled {
  /** Largest error of a constraint, m. */
  readonly residual: number;
  /** Largest way of a point in a step beyond what its speeds before and after it allow, CSS pixels. */
  readonly kick: number;
}

type Hand = (type: 'pointermove' | 'pointerdown' | 'pointerup', place: readonly [number, number]) => void;

/** A scene that runs, the points that can be pulled at, and a mouse. */
async function opened(document: SceneDocument): Promise<{
  readonly twin: Twin;
  readonly theatre: Theatre;
  readonly points: readonly PointConnector[];
  readonly hand: Hand;
}> {
  const twin = new Twin();
  await twin.load(document);
  const { engine } = twin;
  const theatre = engine.theatre!; // it is loaded
  // Where a scene is over in a moment, so is a frame of it.
  const span = theatre.scene.until;
  if (span < 0.25) engine.receive({ kind: 'speed', speed: span / 6 });
  // Where joints are, and where a pen is; stones without either are taken hold of anywhere: a press
  // there holds the body.
  const pens = (theatre.built.traces ?? []).map(({ point }) => point);
  const joints = [...new Set([...theatre.movable, ...pens])];
  const isHeld = (point: PointConnector): boolean =>
    theatre.pick(theatre.view.place(point.position), REACH) !== undefined;
  const points = (joints.length > 0 ? joints : theatre.world.bodies.filter(isRigidBody).map(middle)).filter(isHeld);
  expect(points.length).toBeGreaterThan(0);
  const hand: Hand = (type, [x, y]) => {
    const event: HandEvent = { type, clientX: x, clientY: y, pointerId: 1, pointerType: 'mouse', button: 0 };
    engine.receive({ kind: 'hand', event });
  };
  engine.receive({ kind: 'run', running: true });
  twin.frames(2);
  return { twin, theatre, points, hand };
}

/** Pulls at some points of a scene: around a circle in so many frames, then out of the window at once. */
async function pullAt(document: SceneDocument, count: number): Promise<Pulled> {
  const { twin, theatre, points, hand } = await opened(document);
  const { world } = theatre;
  let [residual, kick] = [0, 0];
  const placesNow = () => points.map(({ position, velocity }) => [Array.from(position), Array.from(velocity)] as const);
  const step = world.step.bind(world);
  world.step = (dt: number): void => {
    const before = placesNow();
    step(dt);
    for (const [k, [position, velocity]] of placesNow().entries()) {
      const [old, oldVelocity] = before[k]!;
      const way = size(position.map((x, i) => x - old[i]!));
      const more = way - Math.max(size(velocity), size(oldVelocity)) * dt;
      kick = Math.max(kick, more * theatre.view.scaleAt(position));
    }
  };
  const frames = (count: number): void => {
    for (let k = 0; k < count; k++) {
      twin.frames(1);
      residual = Math.max(residual, world.residual().position);
    }
  };
  for (const point of someOf(points, count, count)) {
    const [x, y] = theatre.view.place(point.position);
    hand('pointerdown', [x, y]);
    expect(theatre.hand.point).toBeDefined();
    for (let k = 1; k <= PULL; k++) {
      const angle = (2 * Math.PI * k) / PULL;
      hand('pointermove', [x + RADIUS * Math.sin(angle), y + RADIUS * (1 - Math.cos(angle))]);
      frames(1);
    }
    hand('pointermove', [-50, -50]);
    frames(AFTER);
    hand('pointerup', [-50, -50]);
    expect(theatre.hand.point).toBeUndefined();
    frames(AFTER);
  }
  expect(twin.reports.filter(({ kind }) => kind === 'failed')).toEqual([]);
  expect(twin.state.isRunning).toBe(true);
  return { residual, kick };
}

/** A scene that does not begin again when its run is over: that would end a pull. */
const endless = (document: SceneDocument): SceneDocument =>
  Number(document.settings?.until ?? 1) < 0.25
    ? document
    : { ...document, settings: { ...document.settings, until: 1e4 } };

const cases = SCENES.map((name) => [name, endless(scene(name))] as const);

test.each(someOf(cases, 1))('%s: what is pulled at moves without a kick, and holds', async (name, document) => {
  const { residual, kick } = await pullAt(document, 3);
  expect(kick).toBeLessThan(KICKS[name] ?? KICK);
  expect(residual).toBeLessThan(RESIDUALS[name] ?? (document.collide ? 1e-3 : 1e-9));
});

// What is over in a twentieth of a second does not wait for a hand, what a contact locks does not
// yield to it, a gyroscope that is pulled goes across the pull, and the rail of the roller coaster
// begins at right angles to it.
const free = cases.filter(
  ([name, { collide, expect: expected, settings }]) =>
    !['gyroscope', 'roller-coaster'].includes(name) && !collide && (expected?.dof ?? 0) > 0 && settings?.until !== 0.03,
);

test.each(someOf(free, 1))('%s: a pull is obeyed within two frames', async (_, document) => {
  /** The way in two frames of a point of the scene, and where it is pulled to. */
  const wayOf = async (k: number, isPulled: boolean): Promise<{ way: number[]; aim: number[] }> => {
    const { twin, theatre, points, hand } = await opened(document);
    const point = someOf(points, 3, 3)[k]!;
    const [x, y] = theatre.view.place(point.position);
    const start = Array.from(point.position);
    if (isPulled) hand('pointerdown', [x, y]);
    if (isPulled) hand('pointermove', [x + 60, y - 60]);
    const aim = Array.from(theatre.hand.target ?? start, (value, i) => value - start[i]!);
    twin.frames(2);
    return { way: Array.from(point.position, (value, i) => value - start[i]!), aim };
  };
  const count = Math.min(3, (await opened(document)).points.length);
  const parts: number[] = [];
  for (let k = 0; k < count; k++) {
    const [pulled, left] = [await wayOf(k, true), await wayOf(k, false)];
    // What a force adds to the motion has its direction, in part.
    const gain = pulled.way.reduce((sum, value, i) => sum + (value - left.way[i]!) * pulled.aim[i]!, 0);
    parts.push(gain / size(pulled.aim) ** 2);
  }
  process.stdout.write(`${document.title} along ${parts.map((x) => x.toExponential(1)).join()}\n`);
  expect(Math.max(...parts)).toBeGreaterThan(1e-3);
});
