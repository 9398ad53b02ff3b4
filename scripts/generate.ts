/**
 * `npm run generate`: writes everything in this repository that the toolkit emits. The library is
 * what a user of the command line would get, with the same options. The rigid bodies and the
 * contacts that the runtime makes are part of it, and must exist before a build.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PlanarContact, SpatialContact } from '../constraints-spec/contact.js';
import { Brake, SpinBrake } from '../constraints-spec/limited-motors.js';
import { processIo } from '../src/cli/io.js';
import { run } from '../src/cli/run.js';
import { layOut } from '../src/generate/lay-out.js';
import { generateRuntime } from '../src/generate/runtime-modules.js';
import { elementaryText } from './print-elementary.js';

const args = process.argv.slice(2);
const differing = await generateRuntime({
  check: args.includes('--check'),
  contacts: [
    { module: 'planar-contact', name: 'PlanarContact', spec: PlanarContact, file: 'contact.ts' },
    { module: 'spatial-contact', name: 'SpatialContact', spec: SpatialContact, file: 'contact.ts' },
    { module: 'brake', name: 'Brake', spec: Brake, file: 'limited-motors.ts' },
    { module: 'spin-brake', name: 'SpinBrake', spec: SpinBrake, file: 'limited-motors.ts' },
  ],
});
const elementary = fileURLToPath(new URL('../src/emit/elementary/generated/texts.ts', import.meta.url));
const text = await layOut(elementaryText());
if (readFileSync(elementary, 'utf8') !== text) {
  differing.push(elementary);
  if (!args.includes('--check')) writeFileSync(elementary, text);
}
for (const path of differing) console.log(path);
const code = await run(['generate', ...args], processIo());
process.exitCode = args.includes('--check') && differing.length > 0 ? 1 : code;
