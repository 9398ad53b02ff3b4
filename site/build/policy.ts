import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { htmlFiles } from './links.js';

/** Writes into each page what it may load: files of its own host, and the scripts that stand in it. */
export function writePolicies(folder: string): void {
  for (const file of htmlFiles(folder)) {
    const page = relative(folder, file);
    // The workshop's is stricter.
    if (page.startsWith('workshop/')) continue;
    const text = readFileSync(file, 'utf8');
    const meta = `<meta http-equiv="Content-Security-Policy" content="${policyOf(page, text)}">`;
    const withPolicy = text.replace(/<head>/, (head) => `${head}${meta}`);
    if (withPolicy === text) throw new Error(`${file} has no head for its policy.`);
    writeFileSync(file, withPolicy);
  }
}

/** The policy of a page. The front page compiles the formula that is typed on it: it alone makes code of text. */
function policyOf(page: string, text: string): string {
  const hashes = [...text.matchAll(/<script(?![^>]*\s(?:src=|type="application\/json"))[^>]*>([^]*?)<\/script>/g)].map(
    ([, script]) => `'sha256-${createHash('sha256').update(script!).digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    ["script-src 'self'", ...new Set(hashes), ...(page === 'index.html' ? ["'unsafe-eval'"] : [])].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
