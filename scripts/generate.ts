/**
 * `npm run generate`: writes everything in this repository that the toolkit emits. The library is
 * what a user of the command line would get, with the same options. The rigid bodies are part of
 * the runtime, which must exist before a build.
 */
import { processIo } from '../src/cli/io.js';
import { run } from '../src/cli/run.js';
import { generateRigidBodies } from '../src/generate/rigid-bodies.js';

const args = process.argv.slice(2);
const { stale, missing, orphaned } = await generateRigidBodies({ check: args.includes('--check') });
const differing = [...stale, ...missing, ...orphaned];
for (const name of differing) console.log(`runtime/model/bodies/generated/${name}`);
const code = await run(['generate', ...args], processIo());
process.exitCode = args.includes('--check') && differing.length > 0 ? 1 : code;
