/**
 * `npm run structure`: prints the folders of the runtime and the toolkit with their files, imports
 * against their order, and import cycles, types included.
 */
import {
  cyclesOf,
  fileCounts,
  importsAgainst,
  importsOf,
  MOST_FILES,
  RUNTIME_ORDER,
  SOURCE_ORDER,
} from '../test/support/structure.js';

for (const [folder, order] of [
  ['runtime', RUNTIME_ORDER],
  ['src', SOURCE_ORDER],
] as const) {
  const imports = importsOf(folder);
  console.log(`\n${folder}: ${imports.size} files\n`);
  const counts = fileCounts(imports);
  for (const name of [...new Set([...order, ...counts.keys()])]) {
    const count = counts.get(name) ?? 0;
    console.log(
      `  ${name.padEnd(28)}${String(count).padStart(4)}${count > MOST_FILES ? `  (more than ${MOST_FILES})` : ''}`,
    );
  }
  const against = importsAgainst(imports, order);
  console.log(`\n  imports against this order: ${against.length}`);
  for (const line of against) console.log(`    ${line}`);
  const cycles = cyclesOf(imports);
  console.log(`\n  import cycles, types included: ${cycles.length}`);
  for (const cycle of cycles) console.log(`    ${cycle.join(', ')}`);
}
