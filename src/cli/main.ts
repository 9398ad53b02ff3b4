#!/usr/bin/env node
import module from 'node:module';

/** Keeps compiled code for the next run, from Node 22 on. */
interface CompileCache {
  readonly enableCompileCache?: () => void;
}
(module as CompileCache).enableCompileCache?.();

// Imported only now, so that they are kept, too.
const [{ processIo }, { run }] = await Promise.all([import('./io.js'), import('./run.js')]);

// Who reads the output, as `head` does, may have seen enough.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });

// An exit code rather than process.exit(), which would cut off output that is still in a pipe.
process.exitCode = await run(process.argv.slice(2), processIo());
