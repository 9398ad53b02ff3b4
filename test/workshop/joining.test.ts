import { describe, expect, test, vi } from 'vitest';
import { libraryFacts } from '../../site/workshop/engine/answers.js';
import type { Answers, SceneFacts } from '../../site/workshop/engine/protocol.js';
import { OTHERS, wordsOf } from '../../site/workshop/model/class-words.js';
import {
  addBar,
  addConstraint,
  addParticle,
  type ClassFacts,
  type ConnectorEntry,
  type SceneDocument,
} from '../../site/workshop/model/document.js';
import { endsFor, type Joining } from '../../site/workshop/model/joining.js';
import { Twin } from './twin.js';

const empty = (space: 2 | 3): SceneDocument => ({ format: 'holonomic-scene/1', title: 'Empty', space });
const classOf = (name: string, space: 2 | 3 = 2): ClassFacts => libraryFacts(space).find((one) => one.name === name)!;

/** Tries a constraint in a scene, as the page does. */
async function tried(
  document: SceneDocument,
  facts: ClassFacts,
  on: Readonly<Record<string, ConnectorEntry>>,
): Promise<Answers['join'][number]> {
  const twin = new Twin();
  await twin.load(document);
  const added = addConstraint(document, facts, on);
  twin.engine.receive({
    kind: 'ask',
    id: 1,
    question: { kind: 'join', name: added.name, documents: [added.document] },
  });
  const report = await vi.waitFor(
    () => {
      const found = twin.reports.find((one) => one.kind === 'answer');
      if (!found) throw new Error(JSON.stringify(twin.reports.filter(({ kind }) => kind === 'noAnswer')));
      return found;
    },
    { interval: 1, timeout: 20_000 },
  );
  return (report.answer as Answers['join'])[0]!;
}

const paramsOf = (joined: Answers['join'][number], name: string): unknown =>
  'document' in joined ? joined.document.constraints![name]!.params : joined;

describe('adding constraints', () => {
  test.each([2, 3] as const)('each class of the library for space %i has a word and a picture of its own', (space) => {
    const words = libraryFacts(space).map(({ name }) => ({ name, ...wordsOf(name) }));
    expect(words.filter(({ group }) => group === OTHERS)).toEqual([]);
    for (const of of ['word', 'picture'] as const) expect(new Set(words.map((one) => one[of])).size).toBe(words.length);
  });

  test('motors have drivers, brakes and skates have none', () => {
    const drivers = libraryFacts(2).flatMap(({ name, isDriver }) => (isDriver ? [name] : []));
    expect(drivers.sort()).toEqual(
      ['CrankMotor', 'DrivenAngle', 'DrivenPoint', 'LimitedLinearMotor', 'LimitedMotor', 'LinearMotor', 'Motor', 'OscillatingMotor', 'RotatingWire'], // prettier-ignore
    );
  });

  test('offers what has the kind and the unit, once, and no ground to a lone input', async () => {
    const document = addBar(addParticle(empty(2)).document).document;
    const twin = new Twin();
    const report = await twin.load(document);
    const { connectors } = (report as unknown as { facts: SceneFacts }).facts;
    const offered = (name: string, ...ends: ConnectorEntry[]): readonly string[] => {
      const joining: Joining = { facts: classOf(name), word: '', ends, refused: {}, positions: { P: [1, 2] } };
      return endsFor(joining, connectors, document).map(({ label }) => label);
    };
    expect(offered('Motor')).toEqual(['bar.angle', 'the ground']);
    expect(offered('Motor', 'bar.angle')).toEqual(['the ground']);
    expect(offered('Distance', 'P')).toEqual(
      ['bar', 'bar.left', 'bar.right', 'the ground at P', 'the ground at the origin'], // prettier-ignore
    );
    expect(offered('Distance', { ground: [0, 0] })).toEqual(['P', 'bar', 'bar.left', 'bar.right']);
    expect(offered('PointOnCircle')).toEqual(['P', 'bar', 'bar.left', 'bar.right']);
    expect(offered('PointOnLine', 'P', 'bar')).toEqual(['along x', 'along y']);
  });

  test('measures lengths and centres; a rope that is long enough stays', async () => {
    const scene = addBar(addParticle(empty(2)).document).document; // P at the origin
    const { position } = scene.bodies!['bar'] as unknown as { position: [number, number] };
    const far = Math.hypot(position[0] + 0.5, position[1]);
    const between = { a: 'P', b: 'bar.right' };
    expect(paramsOf(await tried(scene, classOf('Distance'), between), 'distance')).toEqual({
      length: Number(far.toPrecision(5)),
    });
    expect(paramsOf(await tried(scene, classOf('Rope'), between), 'rope')).toEqual({ length: 1 });
    const shaker = await tried(scene, classOf('DrivenPoint'), { p: 'bar' });
    expect(paramsOf(shaker, 'drivenPoint')).toMatchObject({ centre: [expect.closeTo(position[0], 4), expect.closeTo(position[1], 4)] }); // prettier-ignore
  });

  test.each<[string, ClassFacts['name'], Record<string, ConnectorEntry>, RegExp]>([
    ['a pin of both ends', 'Coincident', { a: 'bar.left', b: 'bar.right' }, /cannot hold/],
    ['a rod between both ends', 'Distance', { a: 'bar.left', b: 'bar.right' }, /change nothing/],
    ['a rope between both ends', 'Rope', { a: 'bar.left', b: 'bar.right' }, /change nothing/],
    ['a motor between an angle and itself', 'Motor', { theta: 'bar.angle', base: 'bar.angle' }, /cannot hold|nothing/],
  ])('%s of a bar is refused', async (_, name, on, reason) => {
    expect(await tried(addBar(empty(2)).document, classOf(name), on)).toEqual({
      reason: expect.stringMatching(reason) as unknown,
    });
  });

  test('in space, a pin takes three freedoms; a second one at the same place changes nothing', async () => {
    const on = { a: 'bar.left', b: { ground: [-0.5, 0, 0] } };
    const first = await tried(addBar(empty(3)).document, classOf('Coincident', 3), on);
    if (!('document' in first)) throw new Error(first.reason);
    expect(await tried(first.document, classOf('Coincident', 3), on)).toEqual({
      reason: expect.stringContaining('change nothing') as unknown,
    });
  });

  test('what holds already what would be added is named, and nothing beside it', async () => {
    const at = (x: number, y: number) => ({ ground: [x, y] });
    const particle = (position: number[]) => ({ kind: 'particle', mass: 1, position }) as const;
    const rod = (a: ConnectorEntry, b: ConnectorEntry, length: number) => ({ type: 'Distance', on: { a, b }, params: { length } }); // prettier-ignore
    const scene: SceneDocument = {
      ...empty(2),
      bodies: { A: particle([0, 1]), B: particle([1, 1]), C: particle([3, 3]) },
      constraints: {
        loose: rod('C', at(3, 2), 1),
        left: rod('A', at(-1, 0), Math.SQRT2),
        right: rod('A', at(1, 0), Math.SQRT2),
        beam: rod('A', 'B', 1),
        post: rod('B', at(1, 0), 1),
      },
    };
    const refusal = async (on: Record<string, ConnectorEntry>): Promise<unknown> => tried(scene, classOf('Distance'), on); // prettier-ignore
    const holds = (who: string) => ({ reason: `That would change nothing: ${who} already.` });
    expect(await refusal({ a: 'A', b: at(0, 0) })).toEqual(holds('“left” and “right” hold it'));
    expect(await refusal({ a: 'C', b: at(3, 1) })).toEqual(holds('“loose” holds it'));
    expect(await refusal({ a: 'B', b: at(0, 0) })).toEqual(holds('“left”, “right”, “beam” and “post” hold it'));
    expect(await refusal({ a: 'B', b: 'C' })).toHaveProperty('document');
  });
});
