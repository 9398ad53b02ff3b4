import { describe, expect, test } from 'vitest';
import type { WarningCode } from '../../runtime/index.js';
import { newestWarning } from '../../src/canvas/warning.js';
import { begin } from './paper-twin.js';

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
});
