import { describe, expect, test } from 'vitest';
import type { WarningCode } from '../../runtime/index.js';
import { inWordsOfPage } from '../../site/workshop/engine/remedies.js';
import { readFormulas } from '../../site/workshop/model/formula-text.js';
import { setFormulas } from '../../site/workshop/model/specs.js';
import { newestWarning } from '../../src/canvas/warning.js';
import { begin } from './paper-twin.js';
import { scene, Twin } from './twin.js';

/** The heart with another formula, after some frames. */
async function heartWith(formula: string): Promise<Twin> {
  const twin = new Twin();
  const heart = scene('heart');
  await twin.load(heart);
  await twin.load(setFormulas(heart, 'PointOnHeart', readFormulas(formula).formulas), true);
  twin.engine.receive({ kind: 'run', running: true });
  twin.frames(30);
  twin.engine.receive({ kind: 'run', running: false });
  return twin;
}

describe('what the runtime warns of', () => {
  test('what cannot be met is told as long as the scene goes on, and no energy balance beside it', async () => {
    const paper = await begin();
    const [o, a, b, q] = [[-1.75, 0], [-1.4, 1.05], [0.35, 1.4], [0.7, 0]] as const; // prettier-ignore
    for (const [from, to] of [[o, a], [a, b], [b, q]] as const) await paper.draw('rod', from, to); // prettier-ignore
    await paper.draw('pin', o);
    await paper.draw('pin', q);
    await paper.draw('motor', [-1.575, 0.525]);
    const { twin } = paper;
    twin.engine.receive({ kind: 'hold', on: false });
    twin.engine.receive({ kind: 'run', running: true });
    twin.frames(20);
    expect(twin.state.change).toBeCloseTo(0, 2);
    twin.frames(200);
    expect(twin.state.time).toBeGreaterThan(3.4);
    expect(twin.state).toMatchObject({ warning: { code: 'W_OUT_OF_REACH' }, hasWork: true, change: undefined });
    twin.engine.receive({ kind: 'reset' });
    expect(twin.state).toMatchObject({ warning: undefined, change: 0 });
  });

  test('a warning that constraints cannot be met comes before those that follow from it', () => {
    const warned = (...codes: WarningCode[]): string | undefined =>
      newestWarning({ warnings: codes.map((code) => ({ code, message: 'A. B.', time: 0, constraints: [] })) })?.code;
    expect(warned()).toBeUndefined();
    expect(warned('W_ACCURACY', 'W_UNSTABLE')).toBe('W_UNSTABLE');
    expect(warned('W_ACCURACY', 'W_OUT_OF_REACH', 'W_UNSTABLE')).toBe('W_OUT_OF_REACH');
    expect(warned('W_OUT_OF_REACH', 'W_CONTRADICTION', 'W_ACCURACY')).toBe('W_CONTRADICTION');
  });

  test('speaks of things of the page', async () => {
    const told = async (formula: string): Promise<string> => {
      const { problem, hint } = (await heartWith(formula)).state.warning!;
      return `${problem} ${hint}`;
    };
    // One formula contradicts no other.
    expect(await told('p.x^p.x == 1')).toContain("The formula of 'wire' may have no slope there");
    expect(await told('p.x^2*p.y^2 == 0')).toMatch(/^'wire' cannot be satisfied .* its formula has no slope there/);
    expect(await told('exp(p.x) == 0')).toMatch(/"settings" in the tab JSON a smaller "dt": 0\.\d+ would do\.$/);
  });

  test('names constraints without their classes, and nothing else', () => {
    const said = (problem: string) =>
      inWordsOfPage({ code: 'W_CONTRADICTION', problem, hint: "Distance2D 'long' by 1." }, ['rod', 'long', 'other']);
    expect(said("Distance2D 'rod' and particle 'A' of Curve 'c'.")).toEqual({
      code: 'W_CONTRADICTION',
      problem: "'rod' and particle 'A' of Curve 'c'.",
      hint: "These disagree: 'rod', 'long'. Remove one of them, or make their numbers agree.",
      constraints: ['rod', 'long'],
    });
  });

  test('of a place that one constraint alone does not have asks for no other to go', async () => {
    const twin = new Twin();
    const answer = await twin.load(setFormulas(scene('heart'), 'PointOnHeart', { C: 'p.x^2 == -1' }));
    expect(answer.kind === 'refused' && answer.failure).toMatchObject({
      code: 'E_ASSEMBLY',
      hint: 'There may be no place where it holds. Change its numbers, or start nearer to where it holds.',
      constraints: ['wire'],
    });
  });
});
