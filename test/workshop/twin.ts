import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { Engine } from '../../site/workshop/engine/engine.js';
import type { Report, State } from '../../site/workshop/engine/protocol.js';
import type { SceneDocument } from '../../site/workshop/model/document.js';

const FOLDER = join(import.meta.dirname, '../../scenes');

/** The names of the scenes of the gallery. */
export const SCENES: readonly string[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -'.json'.length));

/** A scene of the gallery. */
export const scene = (name: string): SceneDocument =>
  JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as SceneDocument;

/** An engine in this process, with a clock and frames that a test moves. */
export class Twin {
  readonly reports: Report[] = [];
  readonly engine: Engine;
  time = 0;
  #frames: (() => void)[] = [];
  #serial = 0;

  constructor() {
    this.engine = new Engine({
      post: (report) => this.reports.push(structuredClone(report)),
      now: () => this.time,
      requestFrame: (act) => this.#frames.push(act),
    });
  }

  async load(document: SceneDocument, keep = false): Promise<Report> {
    const serial = ++this.#serial;
    this.engine.receive({ kind: 'load', serial, document, keep });
    return vi.waitFor(
      () => {
        const answer = this.reports.find((report) => 'serial' in report && report.serial === serial);
        if (!answer) throw new Error('There is no answer yet.');
        return answer;
      },
      { interval: 1, timeout: 20_000 },
    );
  }

  frames(count: number): void {
    for (let k = 0; k < count; k++) {
      this.time += 1000 / 60;
      const acts = this.#frames;
      this.#frames = [];
      for (const act of acts) act();
    }
  }

  get state(): State {
    return this.reports.findLast((report) => report.kind === 'state')!;
  }
}
