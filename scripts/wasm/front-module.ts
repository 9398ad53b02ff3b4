import { clear, extendAdd } from './front-assembly.js';
import { factorize, factorizeOwn } from './front-elimination.js';
import { inOrder } from './front-access.js';
import { addUpdate, eliminateRows } from './front-tiles.js';
import { solveFront, solveLower, solveTranspose } from './front-solves.js';
import { encodeModule, I32 } from '../../src/wasm/encoder.js';

/** Encodes the multifrontal factorization and its solutions; see docs/performance.md. */
export function encodeFrontModule(): Uint8Array<ArrayBuffer> {
  return encodeModule({
    memory: ['m', 'm'],
    imports: [{ module: 'm', name: 'f', parameters: [I32], result: I32 }],
    functions: inOrder({
      clear,
      eliminateRows,
      addUpdate,
      extendAdd,
      factorizeOwn,
      solveFront,
      factorize,
      solveLower,
      solveTranspose,
    }),
    exported: ['factorize', 'solveLower', 'solveTranspose'],
  });
}

/** Writes the runtime's file that holds the module. */
export function frontModuleFile(): string {
  const digits = Buffer.from(encodeFrontModule()).toString('hex');
  const lines = digits.match(/.{1,90}/g) ?? [];
  return [
    '// Made by `npx tsx scripts/front-module.ts`. Do not edit.',
    '',
    '/** The module of front-module.ts in hexadecimal digits, which compress better than base 64. */',
    'export const FRONT_MODULE =',
    `${lines.map((line) => `  '${line}'`).join(' +\n')};`,
    '',
  ].join('\n');
}
