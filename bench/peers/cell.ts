import { runCell, type CellKind } from './cells.js';
import { PEERS } from './registry.js';

/**
 * `cell.ts <peer> <cell as JSON>`: runs one cell and prints its result as the last line, in JSON.
 */
const [name, cell] = process.argv.slice(2);
const peer = await PEERS[name!]!();
process.stdout.write(`${JSON.stringify(runCell(peer, JSON.parse(cell!) as CellKind))}\n`);
// Threads of an engine would keep the process alive.
process.exit(0);
