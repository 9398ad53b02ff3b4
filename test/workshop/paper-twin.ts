import type { Report } from '../../site/workshop/engine/protocol.js';
import type { SceneDocument } from '../../site/workshop/model/document.js';
import { act } from '../../site/workshop/model/drawing/act.js';
import type { Position, Sketch } from '../../site/workshop/model/drawing/sketch.js';
import { spotAt, type Spot } from '../../site/workshop/model/drawing/spots.js';
import type { Tool } from '../../site/workshop/model/drawing/tools.js';
import { wordsFor } from '../../site/workshop/model/drawing/words.js';
import { TEMPLATES } from '../../site/workshop/model/templates.js';
import { loadScene } from '../../src/scene/index.js';
import type { PointConnector } from '../../runtime/index.js';
import { Twin } from './twin.js';

type Built = ReturnType<Awaited<ReturnType<typeof loadScene>>['build']>;

/** Where a point of a world is now. */
export const placeIn = ({ bodies }: Built, name: string): readonly number[] => {
  const point = bodies.get(name)!.connectors.get('') as PointConnector;
  return Array.from(point.position);
};

export const template = (title: string): SceneDocument => TEMPLATES.find((one) => one.title === title)!.document;

/** Paper with an engine behind it, as the page has it, and a hand that knows places by metres. */
export class Paper {
  document: SceneDocument;
  readonly twin = new Twin();
  /** What was said last: formulas, or why something cannot be. */
  said: readonly string[] = [];

  constructor(document: SceneDocument = template('Empty')) {
    this.document = document;
  }

  async show(document = this.document): Promise<Report> {
    this.document = document;
    this.twin.engine.receive({ kind: 'resize', size: { width: 1200, height: 800, ratio: 1 } });
    const report = await this.twin.load(document, true);
    this.twin.engine.receive({ kind: 'hold', on: true });
    return report;
  }

  get sketch(): Sketch {
    return this.twin.reports.findLast((report) => report.kind === 'sketch')!.sketch!;
  }

  spot([x, y]: Position, reach = 12): Spot {
    const { origin, scale } = this.sketch;
    return spotAt(this.document, this.sketch, [origin[0] + x * scale, origin[1] - y * scale], { reach, snaps: true });
  }

  /** Draws a stroke, or clicks; what cannot be is said, and changes nothing. */
  async draw(tool: Tool, from: Position, to: Position = from): Promise<this> {
    const done = act(tool, this.document, this.sketch, { from: this.spot(from), to: this.spot(to) }, 600);
    if ('reason' in done) {
      this.said = [done.reason];
      return this;
    }
    const report = await this.show(done.document);
    if (report.kind !== 'loaded') throw new Error(`${tool} was refused: ${JSON.stringify(report)}`);
    const formulaOf = (name: string) => report.facts.constraints.find((one) => one.name === name)?.formula;
    this.said = done.drew.map((thing) => {
      const { what, formula } = wordsFor(done.document, thing, formulaOf)!;
      return formula ?? what;
    });
    return this;
  }

  async freedoms(): Promise<number> {
    return (await loadScene(this.document)).build().world.degreesOfFreedom();
  }
}

export const begin = async (document?: SceneDocument): Promise<Paper> => {
  const paper = new Paper(document);
  await paper.show();
  return paper;
};

export const [O, A, B, Q] = [
  [-0.7, 0],
  [-0.7, 0.3],
  [0.4, 1],
  [0.7, 0],
] as const satisfies readonly Position[];

export async function fourBar(): Promise<Paper> {
  const paper = await begin();
  await paper.draw('rod', O, A);
  await paper.draw('rod', A, B);
  await paper.draw('rod', B, Q);
  return paper;
}
