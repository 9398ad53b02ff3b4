import { Distance2D, Pendulum, PointOnCircleDistance } from 'holonomic/library';
import { describe, expect, it } from 'vitest';
import {
  collide,
  dormandPrince,
  gravity,
  record,
  replay,
  rk4,
  velocityStep,
  World,
  type Actions,
  type Handle,
  type Integrator,
  type Recording,
  type RecordingJSON,
  type Snapshot,
} from '../../../runtime/index.js';
import { thrown } from '../fixtures/thrown.js';

interface Game {
  readonly world: World<2>;
  readonly hand: Handle;
  readonly rods: readonly Distance2D[];
  readonly pendulum: Pendulum;
  readonly actions: Actions;
}

/** A chain on a hand, a pendulum, and a disc that falls onto a floor. */
function game(integrator: Integrator = velocityStep(), hasFloor = true): Game {
  const world = new World({ space: 2, forces: [gravity([0, -9.81])], integrator, onWarning: () => undefined });
  const hand = world.handle([0, 2]);
  const links = [1, 2, 3].map((i) => world.addParticle({ mass: 1, position: [i / 2, 2] }));
  const rods = links.map((b, i) => world.add(new Distance2D({ a: links[i - 1] ?? hand, b, length: 0.5 })));
  const pendulum = world.addBody(new Pendulum({ length: 1, mass: 1 }, { theta: 0.3 }));
  const disc = world.addBody({ mass: 1, inertia: 0.1, position: [3, 0.6], velocity: [0.4, 0] });
  const shapes = [
    { body: disc, disc: 0.2 },
    { box: [9, 1] as const, at: [0, -0.5] },
  ];
  if (hasFloor) collide(world, { shapes });
  const actions = {
    cut: (k: number) => {
      world.remove(rods[k]!);
    },
    ring: (k: number, { radius }: { radius: number }) => {
      world.add(new PointOnCircleDistance({ p: links[k]!, radius }));
    },
    blow: () => world.addForce(gravity([0.5, 0])),
  };
  return { world, hand, rods, pendulum, actions };
}

/** Moves a game by all that a recording can hold. */
function play({ world, hand, rods, pendulum, actions }: Game, recording?: Recording): void {
  const act = (name: string, ...args: never[]): unknown =>
    recording ? recording.act(name, ...args) : actions[name]!(...args);
  for (let k = 0; k < 90; k++) {
    hand.moveTo([0.2 * Math.sin(k / 9), 2]);
    if (k === 20) rods[1]!.params.length = 0.45;
    if (k === 25) world.particles[2]!.mass = 1.5;
    if (k === 30) pendulum.params.length = 1.2;
    if (k === 35) world.particles[1]!.velocity.set([0.3, -0]);
    if (k === 40) act('cut', 2 as never);
    if (k === 45) act('blow');
    if (k === 50) act('ring', 2 as never, { radius: 1.5 } as never);
    world.step(k < 60 ? 1 / 60 : 1 / 90);
  }
  world.run({ until: world.time + 0.105, dt: 1 / 60 });
}

const throughJSON = (recording: Recording): RecordingJSON => JSON.parse(JSON.stringify(recording)) as RecordingJSON;

/** A recording of a few steps. */
function short(steps = 3): { one: Game; json: RecordingJSON } {
  const one = game();
  const recording = record(one.world, { actions: one.actions });
  for (let k = 0; k < steps; k++) {
    one.hand.moveTo([0.01 * k, 2]);
    one.world.step(1 / 60);
  }
  recording.act('cut', 2);
  one.world.step(1 / 60);
  recording.stop();
  return { one, json: throughJSON(recording) };
}

describe.each([
  ['velocityStep', velocityStep, true],
  ['rk4', rk4, false],
] as const)('a recording with %s', (_, integrator, hasFloor) => {
  it('is replayed to the same bits, through JSON, in another world', () => {
    const [one, unrecorded] = [game(integrator(), hasFloor), game(integrator(), hasFloor)];
    for (const { world } of [one, unrecorded]) world.step(1 / 60);
    const recording = record(one.world, { actions: one.actions });
    play(one, recording);
    recording.stop();
    play(unrecorded);
    expect(one.world.hash()).toBe(unrecorded.world.hash());

    const json = throughJSON(recording);
    expect(recording.steps).toBe(97);
    expect(json.events.filter((event) => 'hash' in event)).toHaveLength(2);
    const two = game(integrator(), hasFloor);
    replay(two.world, json, { actions: two.actions });
    expect(two.world.hash()).toBe(one.world.hash());
    expect(two.world.time).toBe(one.world.time);
    expect(two.world.constraints).toHaveLength(3);
    expect(two.rods[1]!.params.length).toBe(0.45);
  });
});

it('is replayed in the world that it was recorded of', () => {
  const { world, hand } = game();
  const recording = world.record();
  for (let k = 0; k < 30; k++) {
    hand.moveTo([k / 100, 2]);
    world.step(1 / 60);
  }
  recording.stop();
  // Not recorded any more.
  world.step(1 / 60);
  expect(recording.steps).toBe(30);
  const moved = world.hash();
  replay(world, recording);
  expect(world.hash()).not.toBe(moved);
  expect(throughJSON(recording).events.at(-1)).toEqual({ hash: world.hash() });
});

it('takes together steps in which nothing is set', () => {
  const { world } = game();
  const recording = record(world);
  for (let k = 0; k < 50; k++) world.step(1 / 60);
  expect(throughJSON(recording).events).toEqual([{ step: 1 / 60, times: 50 }]);
});

it('has no step that failed', () => {
  const { world } = game();
  const recording = record(world);
  world.step(1 / 60);
  const [link] = world.particles;
  link!.velocity[0] = NaN;
  const failing = (): void => {
    world.step(1 / 60);
  };
  expect(thrown(failing).code).toBe('E_STATE_NOT_FINITE');
  link!.velocity[0] = 0.1;
  world.step(1 / 60);
  recording.stop();
  const two = game();
  replay(two.world, throughJSON(recording));
  expect(two.world.hash()).toBe(world.hash());
});

describe('recording is refused', () => {
  it('where steps are not recorded, and twice', () => {
    const { world } = game();
    record(world);
    expect(thrown(() => record(world)).message).toMatch(/^The world is being recorded/);
    const adaptive = new World({ space: 2, integrator: dormandPrince() });
    expect(thrown(() => record(adaptive))).toMatchObject({ code: 'E_RECORDING' });
  });

  it('where something is added or removed without an action, before the step changes anything', () => {
    for (const change of [
      ({ world, rods }: Game) => {
        world.remove(rods[0]!);
      },
      ({ world }: Game) => {
        world.addParticle({ mass: 1, position: [0, 0] });
      },
      ({ world }: Game) => {
        world.addForce(gravity([1, 0]));
      },
    ]) {
      const one = game();
      const recording = record(one.world);
      one.world.step(1 / 60);
      change(one);
      const before = one.world.hash();
      const step = (): void => {
        one.world.step(1 / 60);
      };
      expect(thrown(step).message).toMatch(/^Bodies, constraints or forces were added or removed while/);
      expect(one.world.hash()).toBe(before);
      recording.stop();
      step();
      expect(throughJSON(recording).events).toEqual([{ step: 1 / 60, times: 1 }]);
    }
  });

  it('of actions that it does not know, or with arguments that JSON does not', () => {
    const { world, rods, actions } = game();
    const recording = record(world, { actions });
    expect(thrown(() => recording.act('jump')).message).toBe(
      "There is no action 'jump'. The actions are cut, ring, blow.",
    );
    const cyclic: unknown[] = [];
    cyclic.push(cyclic);
    for (const arg of [rods[0], NaN, -0, undefined, () => 0, 1n, cyclic, [undefined], new Map(), { rod: rods[1] }])
      expect(thrown(() => recording.act('cut', arg as never)).code).toBe('E_RECORDING');
    expect(world.constraints).toHaveLength(3);
    recording.stop();
    expect(thrown(() => recording.act('cut', 1)).message).toMatch(/^The recording has ended/);
  });
});

describe('a replay is refused', () => {
  const replayed = (json: unknown, { world, actions }: Game = game()): unknown =>
    thrown(() => {
      replay(world, json as RecordingJSON, { actions });
    });

  it.each<[string, (json: RecordingJSON) => unknown]>([
    ['it is null', () => null],
    ["its format is 'x'", (json) => ({ ...json, format: 'x' })],
    ['its events are undefined', (json) => ({ ...json, events: undefined })],
    ['event 1 is an object', (json) => ({ ...json, events: [json.events[0], {}] })],
    ["'times' of event 0 is 0", (json) => ({ ...json, events: [{ step: 1, times: 0 }] })],
    ["'times' of event 0 is Infinity", (json) => ({ ...json, events: [{ step: 1, times: Infinity }] })],
    ["'step' of event 0 is '1'", (json) => ({ ...json, events: [{ step: '1', times: 1 }] })],
    ['event 0 sets what this world does not have', (json) => ({ ...json, events: [{ set: [1e6, 1] }] })],
    ['event 0 sets what this world does not have', (json) => ({ ...json, events: [{ set: [-1, 1] }] })],
    ['event 0 sets what this world does not have', (json) => ({ ...json, events: [{ set: [0.5, 1] }] })],
  ])('%s', (fault, change) => {
    const error = replayed(change(short().json));
    expect(error).toMatchObject({ code: 'E_RECORDING' });
    expect((error as Error).message).toContain(`The recording cannot be replayed: ${fault}`);
  });

  it('of another world, with impossible values or steps, and without its actions', () => {
    const { json } = short();
    const other = game();
    other.world.addParticle({ mass: 1, position: [0, 0] });
    expect(replayed(json, other)).toMatchObject({ code: 'E_SNAPSHOT' });
    expect(replayed({ ...json, events: [{ set: [0, 'NaN'] }] })).toMatchObject({ code: 'E_SNAPSHOT' });
    expect(replayed({ ...json, events: [{ step: -1, times: 1 }] })).toMatchObject({ code: 'E_STEP' });
    const before = other.world.hash();
    expect(replayed(json, { ...other, actions: {} })).toMatchObject({ code: 'E_RECORDING' });
    expect(other.world.hash()).toBe(before);
  });

  it('that comes to other bits, with the steps between which they part', () => {
    const { json } = short(70);
    const two = game();
    const changed = json.events.map((event) => ('act' in event ? { set: [0, 0.4] } : event));
    expect(replayed({ ...json, events: changed }, two)).toMatchObject({
      code: 'E_REPLAY',
      message: expect.stringMatching(/^After step 71, t = .* They part after step 60\./) as string,
    });
  });
});

describe('a replay of what is done to a body that sleeps', () => {
  /** A crate that sleeps on the floor after half a second. */
  function crate() {
    const world = new World({ space: 2, forces: [gravity([0, -10])], integrator: velocityStep() });
    const body = world.addBody({ mass: 1, inertia: 1 / 6, position: [0, 0.5] });
    const shapes = [
      { box: [40, 1], at: [0, -0.5] },
      { body, box: [1, 1] },
    ];
    return { world, body, contacts: collide(world, { shapes, sleep: true }) };
  }
  type Body = ReturnType<typeof crate>['body'];
  it.each<[string, (body: Body) => void]>([
    ['a velocity', (body) => (body.velocity = [0, 4])],
    ['a place', (body) => (body.position = [0, 2])],
    ['a rate', (body) => (body.angularVelocity = 2)],
    ['a mass', (body) => (body.mass = 2)],
  ])('comes to the same bits: %s', (_, change) => {
    const { world, body, contacts } = crate();
    const tape = record(world);
    for (let k = 0; k < 120; k++) {
      if (k === 90) {
        expect(contacts.sleeping).toHaveLength(1);
        change(body);
      }
      world.step(1 / 60);
    }
    tape.stop();
    const again = crate();
    replay(again.world, tape.toJSON());
    expect(again.world.hash()).toBe(world.hash());
  });

  it('so does a snapshot in which it was moved: it falls', () => {
    const { world, body } = crate();
    world.run({ until: 1.5, dt: 1 / 60 });
    const moved = world.snapshot();
    moved.q[1]! += 1;
    world.restore(moved);
    world.step(1 / 60);
    expect(body.velocity[1]).toBeLessThan(-0.1);
  });
});

it.each(['between steps', 'by an action'])('a restored snapshot is replayed to the same bits: %s', (how) => {
  const build = (): Game & { readonly saves: Snapshot[] } => ({ ...game(), saves: [] });
  const actionsOf = ({ world, saves }: ReturnType<typeof build>) => ({
    save: () => saves.push(world.snapshot()),
    back: () => { world.restore(saves[0]!); }, // prettier-ignore
  });
  const [one, other] = [build(), build()];
  const actions = actionsOf(one);
  const recording = record(one.world, { actions });
  const call = (name: 'save' | 'back'): void => {
    if (how === 'by an action') recording.act(name);
    else actions[name]();
  };
  for (const steps of [5, 7]) {
    for (let k = 0; k < steps; k++) one.world.step(1 / 60);
    if (steps === 5) call('save');
  }
  call('back');
  for (let k = 0; k < 4; k++) one.world.step(1 / 60);
  recording.stop();
  replay(other.world, throughJSON(recording), { actions: actionsOf(other) });
  expect(other.world.hash()).toBe(one.world.hash());
});
