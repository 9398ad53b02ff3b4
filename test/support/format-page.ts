import { format } from 'prettier';

/** Returns the text of a page of `docs/` as `npm run format` leaves it. */
export const formatPage = (text: string): Promise<string> =>
  format(text, { parser: 'markdown', printWidth: 100, proseWrap: 'always' });
