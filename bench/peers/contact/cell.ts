import { runTrial } from './cells.js';
import { CONTACT_PEERS } from './registry.js';

/**
 * `cell.ts <peer> <trial as JSON>`: runs one trial and prints its result as the last line, in JSON.
 */
const [name, trial] = process.argv.slice(2);
const peer = await CONTACT_PEERS[name!]!();
process.stdout.write(`${JSON.stringify(runTrial(peer, JSON.parse(trial!) as string))}\n`);
// Threads of an engine would keep the process alive.
process.exit(0);
