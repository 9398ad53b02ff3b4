import { basename } from 'node:path';

/** A fenced block `scene` of a page. */
export interface SceneBlock {
  /** Name of the figure: that of the page, and its place among the scenes there. */
  readonly name: string;
  readonly json: string;
}

/** Lists the blocks of a page that are scenes. */
export const sceneBlocks = (page: string, text: string): readonly SceneBlock[] =>
  [...text.matchAll(/^```scene\n([^]*?)\n```$/gm)].map(([, json], k) => ({
    name: `${basename(page, '.md')}-${k + 1}`,
    json: json!,
  }));
