import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Beginnings of the paths of files that take a minute or more in `npm run test:full`, or as much
 * longer than others in `npm test`; the longest first.
 */
const LONGEST = [
  'test/project/',
  'test/site/site',
  'test/package/package',
  'test/workshop/page',
  'test/canvas/drags',
  'test/workshop/performance',
  'test/library/proof',
  'test/docs/transcript',
  'test/init/templates',
  'test/mutation/',
  'test/emit/c.',
  'test/derive/bounded',
  'test/runtime/standing/',
  'test/scene/export',
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
