import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { EngineClient, ProverClient, type Port } from '../../site/workshop/engine/client.js';
import { derivedClasses } from '../../site/workshop/engine/answers.js';
import { Prover } from '../../site/workshop/engine/prover.js';
import type { ProverReport, Report, SceneFacts } from '../../site/workshop/engine/protocol.js';
import { setParameter, type SceneDocument } from '../../site/workshop/model/document.js';
import { setFormulas } from '../../site/workshop/model/specs.js';
import { NEW_SCENE } from '../../site/workshop/model/templates.js';
import { scene, Twin } from './twin.js';

const factsOf = (report: Report): SceneFacts => {
  if (report.kind !== 'loaded') throw new Error(JSON.stringify(report));
  return report.facts;
};

describe('the engine', () => {
  test('loads a scene, runs it, waits, steps, and begins again', async () => {
    const twin = new Twin();
    const facts = factsOf(await twin.load(scene('heart')));
    expect(facts).toMatchObject({ degreesOfFreedom: 1, rows: 1, redundant: [], isKept: false });
    expect(facts.connectors).toEqual([
      { reference: 'bead', kind: 'point' },
      { reference: 'bead.x', kind: 'scalar', unit: 'm' },
      { reference: 'bead.y', kind: 'scalar', unit: 'm' },
    ]);
    expect(facts.plots.map(({ of }) => of.length)).toEqual([3, 1]);
    twin.engine.receive({ kind: 'run', running: true });
    twin.frames(60);
    twin.engine.receive({ kind: 'run', running: false });
    const { time, residual, change, samples } = twin.state;
    // 60 frames of 1/60 s, in steps of 2 ms.
    expect(time).toBeCloseTo(1, 1);
    expect(residual).toBeLessThan(1e-9);
    expect(Math.abs(change ?? NaN)).toBeLessThan(1e-6);
    expect(samples.at(-1)!.length).toBe(1 + 3 + 1);
    expect(samples.at(-1)![3]).toBeCloseTo(samples.at(-1)![1]! + samples.at(-1)![2]!, 9);
    twin.engine.receive({ kind: 'step' });
    expect(twin.state.time - time).toBeCloseTo(0.002, 12);
    twin.engine.receive({ kind: 'reset' });
    expect(twin.state).toMatchObject({ time: 0, isNew: true });
  });

  test('of documents that wait the latest alone is loaded, before what is asked about it', async () => {
    const { engine, reports } = new Twin();
    [0.4, 0.5, 0.6].forEach((h, k) => {
      engine.receive({ kind: 'load', serial: k + 1, document: setParameter(NEW_SCENE, 'h', h), keep: k > 0 });
    });
    engine.receive({ kind: 'ask', id: 7, question: { kind: 'check', document: NEW_SCENE } });
    const isAnswered = (): void => {
      expect(reports.map(({ kind }) => kind)).toContain('answer');
    };
    await vi.waitFor(isAnswered, { timeout: 20_000 });
    const answers = reports.flatMap((report) => ('serial' in report ? report.serial : 'id' in report ? 'answer' : []));
    expect(answers).toEqual([1, 3, 'answer']);
  });

  test('a mistake is told with its place; what ran before stays', async () => {
    const twin = new Twin();
    await twin.load(NEW_SCENE);
    const refused = await twin.load(setFormulas(NEW_SCENE, 'Wire', { C: 'p.y == k' }), true);
    expect(refused).toMatchObject({
      kind: 'refused',
      diagnostics: [{ code: 'E_UNKNOWN_NAME', field: 'specs.Wire.C', span: { start: 7, end: 8 } }],
    });
    twin.engine.receive({ kind: 'step' });
    expect(twin.state.time).toBeCloseTo(0.004, 12);
  });

  test('another parameter, and another formula, keep where the bodies are', async () => {
    const twin = new Twin();
    await twin.load(NEW_SCENE);
    for (let k = 0; k < 100; k++) twin.engine.receive({ kind: 'step' });
    const positionOf = (): number[] => Array.from(twin.engine.theatre!.world.particles[0]!.position);
    const [x] = positionOf();
    expect(factsOf(await twin.load(setParameter(NEW_SCENE, 'h', 0.41), true)).isKept).toBe(true);
    expect(twin.state.time).toBeCloseTo(0.4, 9);
    expect(Math.abs(positionOf()[0]! - x!)).toBeLessThan(0.05);
    const [x1, y1] = positionOf();
    expect(y1).toBeCloseTo(0.41 * Math.cos(Math.PI * x1!), 9);
    const slope = setFormulas(NEW_SCENE, 'Wire', { C: 'p.y == h * p.x / length' });
    expect(factsOf(await twin.load(slope, true)).isKept).toBe(true);
    const [x2, y2] = positionOf();
    expect(y2).toBeCloseTo(0.2 * x2!, 9);
    // Other bodies begin at the beginning.
    expect(factsOf(await twin.load(scene('four-bar'), true)).isKept).toBe(false);
    expect(twin.state.time).toBe(0);
  });

  test('rows that say nothing new are named', async () => {
    const twin = new Twin();
    const square: SceneDocument = {
      format: 'holonomic-scene/1',
      title: 'Two points, twice joined',
      space: 2,
      bodies: {
        A: { kind: 'particle', mass: 1, position: [0, 0] },
        B: { kind: 'particle', mass: 1, position: [1, 0] },
      },
      constraints: Object.fromEntries(
        ['first', 'second'].map((name) => [name, { type: 'Distance', on: { a: 'A', b: 'B' }, params: { length: 1 } }]),
      ),
    };
    expect(factsOf(await twin.load(square))).toMatchObject({
      degreesOfFreedom: 3,
      rows: 2,
      redundant: [{ name: 'second', rows: 1 }],
    });
  });

  test('what the runtime warns of is told while the scene goes on, until it begins anew', async () => {
    const twin = new Twin();
    const values = { crank: 0.5, coupler: 0.9, rocker: 0.7, frame: 1.4, rate: 6 };
    const jamming = Object.entries(values).reduce(
      (bars, [name, value]) => setParameter(bars, name, value),
      scene('four-bar'),
    );
    await twin.load(jamming);
    twin.engine.receive({ kind: 'run', running: true });
    expect(twin.state.warning).toBeUndefined();
    twin.frames(16);
    twin.engine.receive({ kind: 'run', running: true });
    expect(twin.state).toMatchObject({ isRunning: true, warning: { code: 'W_OUT_OF_REACH' } });
    expect(twin.state.warning!.problem).toMatch(/past where it can go\.$/);
    // Constraints go by the names that the page has for them, and what helps is done on the page.
    expect(twin.state.warning!.problem).toContain("s 'motor' drives");
    expect(twin.state.warning!.hint).toContain('a motor with a largest torque');
    expect(twin.state.warning!.constraints).toEqual(['motor']);
    twin.engine.receive({ kind: 'reset' });
    expect(twin.state.warning).toBeUndefined();
  });

  test('a scene that cannot be assembled says which constraints disagree', async () => {
    const twin = new Twin();
    const bar = (length: number) => ({
      type: 'Distance',
      on: { a: { ground: [0, 0] }, b: 'bead' },
      params: { length },
    });
    const impossible: SceneDocument = { ...NEW_SCENE, constraints: { short: bar(1), long: bar(2) } };
    const answer = await twin.load(impossible);
    expect(answer).toMatchObject({ kind: 'refused', diagnostics: [], failure: { code: 'E_ASSEMBLY' } });
    expect(answer.kind === 'refused' && answer.failure!.constraints).toEqual(['short', 'long']);
    // They are marked in a picture of the bodies where the document puts them.
    expect(twin.engine.theatre!.blamed).toEqual(['short', 'long']);
    expect(Array.from(twin.engine.theatre!.world.particles[0]!.position)).toEqual([1, -0.4]);
    expect(twin.state.isRunning).toBe(false);
  });

  test('inequalities are no redundant rows, and headings have something under them', async () => {
    const twin = new Twin();
    const { specs } = scene('ladder');
    expect(factsOf(await twin.load(scene('ladder')))).toMatchObject({ rows: 3, redundant: [] });
    expect(factsOf(await twin.load(scene('cognates')))).toMatchObject({ rows: 11, degreesOfFreedom: 0 });
    expect(twin.reports.findLast((report) => report.kind === 'loaded')!.facts.redundant).toMatchObject([{ rows: 1 }]);
    const [derived] = await derivedClasses('Wall', specs!['Wall']);
    expect(derived!.parts.length).toBeGreaterThan(2);
    expect(derived!.parts.filter(({ equations }) => equations.length === 0)).toEqual([]);
  });

  test('a press takes hold of a point, and pulls; keys choose one', async () => {
    const twin = new Twin();
    await twin.load({ ...NEW_SCENE, forces: [] });
    const [place] = Object.values(twin.state.places);
    const press = (type: 'pointerdown' | 'pointermove' | 'pointerup', [x, y]: readonly [number, number]): void => {
      twin.engine.receive({
        kind: 'hand',
        event: { type, clientX: x, clientY: y, pointerId: 1, pointerType: 'mouse', button: 0 },
      });
    };
    twin.engine.receive({ kind: 'run', running: true });
    press('pointermove', place!);
    expect(twin.reports.some((report) => report.kind === 'cursor' && report.cursor === 'grab')).toBe(true);
    press('pointerdown', place!);
    press('pointermove', [place![0] + 60, place![1]]);
    twin.frames(30);
    const pulled = twin.state.places['bead']!;
    expect(pulled[0] - place![0]).toBeGreaterThan(20);
    press('pointerup', pulled);
    expect(twin.engine.theatre!.hand.point).toBeUndefined();
    twin.engine.receive({ kind: 'run', running: false });
    twin.engine.receive({ kind: 'hand', event: { type: 'keydown', key: 'PageDown' } });
    expect(twin.state.marked?.name).toBe('bead');
    // Picking names a point, and does not pull.
    twin.engine.receive({ kind: 'pick', on: true });
    press('pointerdown', twin.state.places['bead']!);
    expect(twin.reports.at(-1)).toMatchObject({ kind: 'picked', reference: 'bead' });
    press('pointerup', pulled);
  });

  test('a run that is over begins again once all that moves has left the picture, not before', async () => {
    const twin = new Twin();
    const flying = (until: number): SceneDocument => ({
      ...NEW_SCENE,
      specs: {},
      constraints: {},
      bodies: { bead: { kind: 'particle', mass: 1, position: [0, 0], velocity: [40, 0] } },
      settings: { until },
    });
    for (const until of [0.7, 3]) {
      await twin.load(flying(until));
      twin.engine.receive({ kind: 'run', running: true });
      const times = Array.from({ length: 150 }, () => {
        twin.frames(1);
        return twin.engine.theatre!.world.time;
      });
      twin.engine.receive({ kind: 'run', running: false });
      // It is out of the largest view, 13 m on each side, after a third of a second.
      if (until < 1) expect(Math.max(...times)).toBeLessThan(until + 0.05);
      else expect(times.at(-1)).toBeGreaterThan(2);
    }
  });

  test('answers: shape, derivation, project, picture', async () => {
    const twin = new Twin();
    await twin.load(scene('heart'));
    const ask = async (question: Parameters<EngineClient['ask']>[0]): Promise<never> => {
      const id = twin.reports.length + 1000;
      twin.engine.receive({ kind: 'ask', id, question });
      return vi.waitFor(() => {
        const report = twin.reports.find((one) => 'id' in one && one.id === id);
        if (report?.kind === 'answer') return report.answer as never;
        throw new Error(JSON.stringify(report));
      });
    };
    expect(await ask({ kind: 'check', document: NEW_SCENE })).toEqual([]);
    expect(await ask({ kind: 'check', document: JSON.parse('{"__proto__": 1}') as unknown })).toMatchObject([
      { message: '"__proto__" cannot be a name here.' },
    ]);
    const [derived] = (await ask({ kind: 'derive', name: 'Wire', spec: NEW_SCENE.specs!['Wire'] })) as unknown as [
      { parts: { equations: { text: string; tex: string; mathml: string }[] }[]; code: string },
    ];
    const equations = derived.parts.flatMap((part) => part.equations);
    expect(equations.map((one) => one.text)).toContain('C = p_y − h·cos(s1)');
    expect(equations.every(({ mathml }) => mathml.startsWith('<math'))).toBe(true);
    expect(derived.code).toContain('gamma');
    const files = (await ask({ kind: 'typescript', name: 'heart' })) as unknown as { path: string }[];
    expect(files.map(({ path }) => path)).toEqual(['constraints-spec/heart.ts', 'scenes/heart.ts']);
    expect(await ask({ kind: 'svg' })).toMatch(/^<svg [^]*<title>A bead on a heart<\/title>[^]*<circle/);
  });
});

/** A worker that a test plays. */
class PlayedPort implements Port {
  onmessage: Port['onmessage'] = null;
  readonly got: unknown[] = [];
  isEnded = false;
  postMessage(message: unknown): void {
    this.got.push(message);
  }
  terminate(): void {
    this.isEnded = true;
  }
  say(report: Report | ProverReport): void {
    this.onmessage?.({ data: report });
  }
}

describe('the watch over workers', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('an engine that gives no answer is ended, and can be started again', async () => {
    const ports: PlayedPort[] = [];
    const reports: Report[] = [];
    let lost = 0;
    const client = new EngineClient(
      () => {
        ports.push(new PlayedPort());
        return ports.at(-1)!;
      },
      (report) => reports.push(report),
      () => lost++,
    );
    client.start();
    // A script on its way is not watched.
    vi.advanceTimersByTime(60_000);
    expect(lost).toBe(0);
    ports[0]!.say({ kind: 'ready' });
    for (let k = 0; k < 40; k++) {
      vi.advanceTimersByTime(500);
      ports[0]!.say({ kind: 'pong' });
    }
    expect([lost, ports[0]!.got.length]).toEqual([0, 40]);
    const asked = client.ask<'svg'>({ kind: 'svg' });
    const refused = expect(asked).rejects.toThrow('ended');
    vi.advanceTimersByTime(6000);
    await refused;
    expect([lost, ports[0]!.isEnded, client.isAlive]).toEqual([1, true, false]);
    await expect(client.ask<'svg'>({ kind: 'svg' })).rejects.toThrow('does not run');
    client.start();
    expect(ports.length).toBe(2);
    // What a worker said before it was ended comes too late.
    ports[0]!.say({ kind: 'picked', reference: 'P', position: [0, 0] });
    expect(reports).toEqual([{ kind: 'ready' }]);
  });

  test('answers go to who asked', async () => {
    const port = new PlayedPort();
    const client = new EngineClient(
      () => port,
      () => undefined,
      () => undefined,
    );
    client.start();
    const [a, b] = [client.ask<'svg'>({ kind: 'svg' }), client.ask<'library'>({ kind: 'library', space: 2 })];
    port.say({ kind: 'noAnswer', id: 1, message: 'There is no scene.' });
    port.say({ kind: 'answer', id: 2, answer: [] });
    await expect(a).rejects.toThrow('There is no scene.');
    expect(await b).toEqual([]);
  });

  test('a proof that does not end when told is ended with its worker', () => {
    const ports: PlayedPort[] = [];
    const client = new ProverClient(
      () => {
        ports.push(new PlayedPort());
        return ports.at(-1)!;
      },
      () => undefined,
    );
    client.cancel();
    expect(ports).toEqual([]);
    const job = (serial: number) => ({ kind: 'prove', serial, name: 'S', spec: {} }) as const;
    client.prove(job(1));
    client.cancel();
    ports[0]!.say({ kind: 'idle' });
    client.prove(job(2));
    vi.advanceTimersByTime(5000);
    expect([ports.length, ports[0]!.isEnded]).toEqual([1, false]);
    client.cancel();
    client.prove(job(3));
    vi.advanceTimersByTime(1000);
    expect([ports.length, ports[0]!.isEnded]).toEqual([2, true]);
    expect(ports[1]!.got).toEqual([job(3)]);
  });
});

describe('the prover', () => {
  test('a verdict belongs to the spec asked for last', async () => {
    const reports: ProverReport[] = [];
    const prover = new Prover((report) => reports.push(report), 5);
    const spec = NEW_SCENE.specs!['Wire'];
    prover.receive({ kind: 'prove', serial: 1, name: 'Wire', spec });
    prover.receive({ kind: 'prove', serial: 2, name: 'Wire', spec: { ...spec, C: 'p.y == h * sin(p.x / length)' } });
    const verdict = await vi.waitFor(
      () => {
        const found = reports.find((report) => report.kind === 'verdict');
        if (!found) throw new Error('There is no verdict yet.');
        return found;
      },
      { timeout: 20_000 },
    );
    expect(verdict).toMatchObject({ serial: 2, pass: true, samples: 5 });
    expect(reports.filter(({ kind }) => kind === 'verdict').length).toBe(1);
    prover.receive({ kind: 'cancel' });
    expect(reports.at(-1)).toEqual({ kind: 'idle' });
  });
});
