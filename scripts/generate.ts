/**
 * `npm run generate`: writes everything in this repository that the toolkit emits. The library is
 * what a user of the command line would get, with the same options. The rigid bodies and the
 * contacts that the runtime makes are part of it, and must exist before a build.
 */
import { PlanarContact, SpatialContact } from '../constraints-spec/contact.js';
import { Brake, SpinBrake } from '../constraints-spec/limited-motors.js';
import { processIo } from '../src/cli/io.js';
import { run } from '../src/cli/run.js';
import { generateRuntime } from '../src/generate/runtime-modules.js';

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
for (const path of differing) console.log(path);
const code = await run(['generate', ...args], processIo());
process.exitCode = args.includes('--check') && differing.length > 0 ? 1 : code;
