#!/usr/bin/env node
import { processIo } from './io.js';
import { run } from './run.js';

// An exit code rather than process.exit(), which would cut off output that is still in a pipe.
process.exitCode = await run(process.argv.slice(2), processIo());
