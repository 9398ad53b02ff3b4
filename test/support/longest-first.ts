import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Beginnings of the paths of files that take longest, or that wait for another program. */
const LONGEST = [
  'test/project/',
  'test/package/',
  'test/site/',
  'test/workshop/page',
  'test/mutation/',
  'test/library/proof',
  'test/runtime/standing/',
  'test/init/templates',
  'test/derive/bounded',
  'test/docs/transcript',
  'test/scene/export',
  'test/generate/transaction',
  'test/plugin/overlay',
  'test/examples/',
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
