import { describe, expect, test } from 'vitest';
import type { SceneDocument } from '../../site/workshop/model/document.js';
import { setFormulas } from '../../site/workshop/model/specs.js';
import { NEW_SCENE } from '../../site/workshop/model/templates.js';
import { readFormulas } from '../../site/workshop/model/formula-text.js';
import { diagnose } from '../../src/toolkit.js';
import { Twin } from './twin.js';

const { Wire } = NEW_SCENE.specs as Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const typed = (text: string, document = NEW_SCENE): SceneDocument =>
  setFormulas(document, Object.keys(document.specs!)[0]!, readFormulas(text).formulas);

/** A scene whose formula has a spec with these fields. */
const sceneOf = (fields: object, on: object = { p: 'bead' }, params: object = {}): SceneDocument => ({
  ...NEW_SCENE,
  specs: { Wire: { ...Wire, ...fields } },
  constraints: { wire: { type: 'Wire', on: on as { p: string }, params: params as Record<string, number> } },
});

/** What the engine says of a document, and the place of the bead after half a second. */
async function shown(document: SceneDocument): Promise<{ notes: readonly string[]; at: readonly number[] }> {
  const twin = new Twin();
  const answer = await twin.load(document);
  if (answer.kind !== 'loaded') throw new Error(JSON.stringify(answer));
  const { reading } = twin.engine.theatre!.built;
  const place = (): number[] => ['bead.x', 'bead.y'].map((of) => reading(of).read());
  const start = place();
  twin.engine.receive({ kind: 'run', running: true });
  twin.frames(30);
  expect(twin.reports.filter(({ kind }) => kind === 'failed')).toEqual([]);
  const at = place();
  expect(Math.hypot(at[0]! - start[0]!, at[1]! - start[1]!)).toBeGreaterThan(0.1);
  return { notes: answer.notes.map(({ code, field }) => `${code} ${field!}`), at };
}

describe('what the command line refuses is a note of the workshop', () => {
  test('parameters that no formula uses', async () => {
    const { notes, at } = await shown(typed('p.x^2/4 + p.y^2 == 1'));
    expect(notes).toEqual(['E_UNUSED_PARAM specs.Wire.params.h', 'E_UNUSED_PARAM specs.Wire.params.length']);
    expect(at[0]! ** 2 / 4 + at[1]! ** 2).toBeCloseTo(1, 6);
  });

  test('quantities under "where", and inputs, that no formula uses', async () => {
    const unusedPart = { params: {}, C: 'p.y == 0.3 * p.x', where: { r: 'norm(p)' } };
    expect((await shown(sceneOf(unusedPart))).notes).toEqual(['E_UNUSED_WHERE specs.Wire.where.r']);
    const unusedInput = { params: {}, C: 'p.y == 0.3 * p.x', inputs: { p: 'point', q: 'point' } };
    const { notes, at } = await shown(sceneOf(unusedInput, { p: 'bead', q: { ground: [0, 0] } }));
    expect(notes).toEqual(['E_UNUSED_INPUT specs.Wire.inputs.q']);
    expect(at[1]).toBeCloseTo(0.3 * at[0]!, 8);
  });

  test('units that do not fit, of equations, sums, functions and powers', async () => {
    const { notes, at } = await shown(typed('p.y == h * p.x'));
    expect(notes).toEqual(['E_UNUSED_PARAM specs.Wire.params.length', 'E_UNIT_COMPARE specs.Wire.C']);
    expect(at[1]).toBeCloseTo(0.4 * at[0]!, 8);
    const all = await shown(typed('p.y == length * sin(p.x) + h^2\np.x + p.y >= 2^h - 20'));
    expect(new Set(all.notes)).toEqual(
      new Set([
        'E_UNIT_COMPARE specs.Wire.C[1]',
        'E_UNIT_ARGUMENT specs.Wire.C[0]',
        'E_UNIT_SUM specs.Wire.C[0]',
        'E_UNIT_POWER specs.Wire.C[1]',
      ]),
    );
  });

  test('a unit that is none', async () => {
    const { notes } = await shown(
      sceneOf({ params: { h: { unit: 'm' }, b: { unit: 'furlong' } }, C: 'p.y == h * b' }, undefined, { h: 1, b: 1 }),
    );
    expect(notes).toEqual(['E_UNIT specs.Wire.params.b.unit']);
  });

  test('in formulas over lists', async () => {
    const fields = {
      inputs: { p: { kind: 'point', count: 'any' } },
      params: { h: { unit: 'm' }, b: {} },
      C: 'sum(i, dot(p[i], p[i])) == h',
    };
    const { notes } = await shown(sceneOf(fields, { p: ['bead'] }, { h: 4, b: 0 }));
    expect(notes).toEqual(['E_UNIT_COMPARE specs.Wire.C', 'E_UNUSED_PARAM specs.Wire.params.b']);
  });

  test('in bodies', async () => {
    const Arm = {
      kind: 'body',
      summary: 'A test.',
      space: 2,
      coordinates: { theta: {} },
      params: { l: { unit: 'm' }, m: { unit: 'kg' }, b: { unit: 'm' } },
      points: { tip: { at: '[l * cos(theta), l^2 * sin(theta)]', mass: 'm' } },
    };
    const { notes } = await shown({ ...NEW_SCENE, specs: { ...NEW_SCENE.specs, Arm } });
    expect(notes).toEqual(['E_UNUSED_PARAM specs.Arm.params.b', 'E_UNIT_RESULT specs.Arm.points.tip.at']);
  });

  test('and a formula that is refused for another reason has both', async () => {
    const answer = await new Twin().load(typed('p.y == h * q.x'));
    expect(answer.kind === 'refused' && answer.diagnostics.map(({ code }) => code)).toEqual(['E_UNKNOWN_NAME']);
  });

  test('and a mistake that is found only behind a note is told with it', async () => {
    const refused = async (fields: object): Promise<readonly string[]> => {
      const answer = await new Twin().load(sceneOf(fields));
      return answer.kind === 'refused' ? answer.diagnostics.map(({ code, field }) => `${code} ${field!}`) : [];
    };
    const repeated = ['p.x == 1', 'p.x == 2'];
    expect(await refused({ params: { h: {} }, C: repeated })).toEqual([
      'E_ROW_REPEATED specs.Wire.C[1]',
      'E_UNUSED_PARAM specs.Wire.params.h',
    ]);
    expect(await refused({ params: { h: { unit: 'm' } }, C: ['p.x == h^2', 'p.x == 2 + h^2'] })).toEqual([
      'E_ROW_REPEATED specs.Wire.C[1]',
      'E_UNIT_COMPARE specs.Wire.C[0]',
      'E_UNIT_SUM specs.Wire.C[1]',
    ]);
    // What a strict reading finds too is told once.
    expect(await refused({ params: {}, C: repeated })).toEqual(['E_ROW_REPEATED specs.Wire.C[1]']);
    expect(await refused({ params: { h: {} }, C: 'p.x + == 1' })).toEqual(['E_SYNTAX specs.Wire.C']);
  });

  test('which the toolkit itself still refuses', () => {
    const codesOf = (C: string): readonly string[] =>
      diagnose({ ...Wire, C }, { name: 'Wire' }).map(({ code }) => code);
    expect(codesOf('p.x^2/4 + p.y^2 == 1')).toEqual(['E_UNUSED_PARAM', 'E_UNUSED_PARAM']);
    expect(codesOf('p.y + length == h * p.x')).toEqual(['E_UNIT_COMPARE']);
  });
});

describe('the derivation and the proof of a formula with notes', () => {
  test('are there', async () => {
    const twin = new Twin();
    const spec = typed('p.y == h * p.x').specs!['Wire'];
    twin.engine.receive({ kind: 'ask', id: 1, question: { kind: 'derive', name: 'Wire', spec } });
    await expect
      .poll(() => twin.reports.find(({ kind }) => kind === 'answer'))
      .toMatchObject({
        answer: [{ name: 'Wire' }],
      });
  });
});
