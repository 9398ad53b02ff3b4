import { calledIn } from './called-functions.js';
import { ELEMENTARY } from './generated/texts.js';

/** The functions with these names and all that they need, each after what it needs. */
function neededBy(names: Iterable<string>): string[] {
  const needed = new Set<string>();
  const visit = (name: string): void => {
    if (needed.has(name)) return;
    for (const one of ELEMENTARY[name]?.needs ?? []) visit(one);
    needed.add(name);
  };
  for (const name of names) visit(name);
  return [...needed];
}

/** The first function that a text calls and a module without imports cannot have: a curve. */
export const missingIn = (text: string): string | undefined => calledIn(text).find((name) => !(name in ELEMENTARY));

/** Declares functions of the runtime in a module of TypeScript that imports nothing. */
export function ownInTypeScript(names: readonly string[]): string {
  if (names.length === 0) return '';
  const texts = neededBy(names).map((name) => ELEMENTARY[name]!.inTypeScript);
  return `const { ${names.join(', ')} } = (() => {\n${texts.join('\n')}\nreturn { ${names.join(', ')} };\n})();`;
}

/** All functions in C, under their names there. */
export const OWN_IN_C: readonly { readonly name: string; readonly text: string }[] = Object.entries(ELEMENTARY)
  .filter(([, { inC }]) => inC !== '')
  .map(([name, { inC }]) => ({ name: `holonomic_${name}`, text: inC }));

/** The texts in C of what these texts call by name, and of all that it needs. */
export function ownInC(texts: readonly string[]): string[] {
  const names = Object.keys(ELEMENTARY).filter((name) => texts.some((text) => text.includes(`holonomic_${name}(`)));
  return neededBy(names).map((name) => ELEMENTARY[name]!.inC);
}
