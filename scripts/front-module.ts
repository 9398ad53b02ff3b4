/**
 * `npx tsx scripts/front-module.ts`: encodes the WebAssembly module of the multifrontal
 * factorization, and writes it where the runtime has it.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeFrontModule, frontModuleFile } from './wasm/front-module.js';

const path = 'runtime/linear/front-module-bytes.ts';
writeFileSync(join(import.meta.dirname, '..', path), frontModuleFile());
console.log(`${path}: ${encodeFrontModule().length} bytes`);
