import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const PATH = join(import.meta.dirname, '../../../runtime/world/world.ts');

test('an editor that hovers over "new World(" says what a world is before what it throws', () => {
  const file = ts.createSourceFile(PATH, readFileSync(PATH, 'utf8'), ts.ScriptTarget.Latest, true);
  const world = file.statements.find((one) => ts.isClassDeclaration(one) && one.name?.text === 'World');
  const made = (world as ts.ClassDeclaration).members.find(ts.isConstructorDeclaration)!;
  const [doc] = ts.getJSDocCommentsAndTags(made) as ts.JSDoc[];
  const text = ts.getTextOfJSDocComment(doc!.comment)!;
  expect(text).toMatch(/^Makes a world, which holds bodies, constraints and forces, and moves them step by step:\n/);
  expect(text.indexOf('new World({ space: 2, forces: [gravity([0, -9.81])] })')).toBeLessThan(text.indexOf('Throws'));
});
