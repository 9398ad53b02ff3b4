import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { Engine } from '../../site/workshop/engine/engine.js';
import type { Report } from '../../site/workshop/engine/protocol.js';
import type { SceneDocument } from '../../site/workshop/model/document.js';
import { readLink, writeLink } from '../../site/workshop/model/link.js';

const FOLDER = join(import.meta.dirname, '../../scenes');
const names = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
const sceneOf = (name: string): SceneDocument => JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as SceneDocument;

test.each(names)('%s: runs in the engine, is drawn, and fits into a link', async (name) => {
  const document = sceneOf(name);
  const reports: Report[] = [];
  let [time, frame] = [0, (): void => undefined];
  const engine = new Engine({
    post: (report) => reports.push(report),
    now: () => time,
    requestFrame: (act) => (frame = act),
  });
  engine.receive({ kind: 'load', serial: 1, document, keep: false });
  const reported = (kind: Report['kind']): Promise<Report> =>
    vi.waitFor(
      () => {
        const found = reports.find((report) => report.kind === kind);
        if (!found) throw new Error(JSON.stringify(reports.at(-1)));
        return found;
      },
      { timeout: 20_000 },
    );
  const loaded = await reported('loaded');
  engine.receive({ kind: 'run', running: true });
  for (let k = 0; k < 6; k++) {
    time += 1000 / 60;
    frame();
  }
  engine.receive({ kind: 'run', running: false });
  const state = reports.findLast((report) => report.kind === 'state')!;
  expect(reports.filter(({ kind }) => kind === 'refused' || kind === 'failed')).toEqual([]);
  expect(state.time).toBeGreaterThan(0);
  expect(state.residual).toBeLessThan(Number(document.expect?.largestC ?? 1e-6));
  if (document.expect?.dof !== undefined)
    expect(loaded.kind === 'loaded' && loaded.facts.degreesOfFreedom).toBe(document.expect.dof);
  engine.receive({ kind: 'ask', id: 1, question: { kind: 'svg' } });
  expect(await reported('answer')).toMatchObject({ answer: expect.stringMatching(/^<svg /) as string });
  const hash = await writeLink(document);
  expect(hash.length).toBeLessThan(8000);
  expect(await readLink(hash)).toEqual(document);
  expect(JSON.parse(inflateRawSync(Buffer.from(hash.slice(3), 'base64url')).toString())).toEqual(document);
});
