import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { SITE } from './folders.js';

// Cuts the typeface of the pages to the characters of western languages: npm --prefix site run fonts.

/** All that can be typed on a western keyboard, with the signs of printers and of arithmetic. */
const CHARACTERS = [
  ...Array.from({ length: 0x7f - 0x20 }, (_, k) => String.fromCharCode(0x20 + k)),
  ...Array.from({ length: 0x100 - 0xa0 }, (_, k) => String.fromCharCode(0xa0 + k)),
  '–—‘’‚“”„•…−≤≥≈≠',
].join('');

const FONT = join(SITE, 'node_modules/@fontsource/ibm-plex-sans');
for (const weight of [400, 600]) {
  const whole = readFileSync(join(FONT, `files/ibm-plex-sans-latin-${weight}-normal.woff2`));
  const cut = await subsetFont(whole, CHARACTERS, { targetFormat: 'woff2' });
  writeFileSync(join(SITE, `fonts/ibm-plex-sans-${weight}.woff2`), cut);
  console.log(`weight ${weight}: ${whole.length} to ${cut.length} bytes`);
}
copyFileSync(join(FONT, 'LICENSE'), join(SITE, 'fonts/ibm-plex-sans-OFL.txt'));
