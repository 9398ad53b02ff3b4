import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Beginnings of the paths of files that take a minute or more in `npm run test:full`, or as much
 * longer than others in `npm test`; the longest first.
 */
const LONGEST = [
  'test/project/',
  'test/site/site',
  'test/package/',
  'test/workshop/drags',
  'test/docs/transcript',
  'test/workshop/drawing',
  'test/workshop/page',
  'test/scene/export',
  'test/ensemble/queue',
  'test/mechanism/scenes',
  'test/workshop/typing',
  'test/init/templates',
  'test/mechanism/gradient',
  'test/workshop/saved',
  'test/workshop/performance',
  'test/library/proof',
  'test/mutation/',
  'test/emit/c.',
  'test/derive/bounded',
  'test/runtime/standing/',
  'test/plugin/',
  'test/examples/',
  'test/site/',
  'test/generate/',
];

/** Begins with the files that take longest, so that all processors are busy to the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = LONGEST.findIndex((start) => moduleId.includes(`/${start}`));
      return place < 0 ? LONGEST.length : place;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
