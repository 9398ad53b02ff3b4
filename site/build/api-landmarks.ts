import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { htmlFiles } from './links.js';

/** What TypeDoc leaves out for programs that read the screen aloud: which part is the page's own, and names of lists of links. */
const LANDMARKS: readonly (readonly [plain: string, named: string])[] = [
  ['<div class="col-content">', '<div class="col-content" role="main">'],
  ['<div class="page-menu">', '<div class="page-menu" role="complementary" aria-label="On this page">'],
  ['<nav id="tsd-sidebar-links"', '<nav id="tsd-sidebar-links" aria-label="Other pages"'],
];

/** Writes them into the pages about the API. Throws if a page has no place for one. */
export function nameLandmarks(folder: string): void {
  for (const file of htmlFiles(join(folder, 'api'))) {
    let text = readFileSync(file, 'utf8');
    for (const [plain, named] of LANDMARKS) {
      if (!text.includes(plain)) throw new Error(`${file} has no ${plain}.`);
      text = text.replace(plain, named);
    }
    writeFileSync(file, text);
  }
}
