import { existsSync } from 'node:fs';
import { chromium, type Browser, type Page } from 'playwright-core';

/** Where Debian's package has it, unless the environment says otherwise. */
const EXECUTABLE = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** What to do where there is no browser. Where pages have to be tested, in continuous integration, it is a fault; elsewhere tests of pages are skipped. */
export const missingBrowser: string | undefined = existsSync(EXECUTABLE)
  ? undefined
  : `there is no ${EXECUTABLE}: apt-get install chromium, or set CHROMIUM to the program's path`;
if (missingBrowser !== undefined && (process.env['CI'] ?? process.env['REQUIRE_CHROMIUM']) !== undefined)
  throw new Error(`Pages cannot be tested: ${missingBrowser}.`);

export const launchBrowser = (): Promise<Browser> => chromium.launch({ executablePath: EXECUTABLE, args: FLAGS });

/** What a page complains about on its console, and what it throws. */
export function complaintsOf(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}
