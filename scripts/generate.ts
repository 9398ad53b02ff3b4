/**
 * `npm run generate`: writes everything in this repository that the toolkit emits. The library is
 * what a user of the command line would get, with the same options. The rigid bodies and the
 * contacts that the runtime makes are part of it, and must exist before a build.
 */
import { PlanarContact, SpatialContact } from '../constraints-spec/contact.js';
import { processIo } from '../src/cli/io.js';
import { run } from '../src/cli/run.js';
import { generateRuntime } from '../src/generate/runtime-modules.js';

const args = process.argv.slice(2);
const differing = await generateRuntime({
  check: args.includes('--check'),
  contacts: [
    { module: 'planar-contact', name: 'PlanarContact', spec: PlanarContact },
    { module: 'spatial-contact', name: 'SpatialContact', spec: SpatialContact },
  ],
});
for (const path of differing) console.log(path);
const code = await run(['generate', ...args], processIo());
process.exitCode = args.includes('--check') && differing.length > 0 ? 1 : code;
