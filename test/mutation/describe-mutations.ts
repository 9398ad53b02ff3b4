import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';
import type { ConstraintKernel, ConstraintType, JdotKernel } from '../../runtime/model/constraint-type.js';
import { RUNTIME_FUNCTIONS } from '../../src/primitives/index.js';
import { derivedJdot } from '../../src/verify/derived-jdot.js';
import { Verification } from '../../src/verify/verify.js';
import { someOf } from '../support/scope.js';
import { constantMutants, mutantsOf, toJavaScript } from './mutants.js';
import { SingularOutputs } from './singular-outputs.js';

const GENERATED = fileURLToPath(new URL('../../generated', import.meta.url));

/** Collects the texts of the emitted kernels under test, by name. */
function kernelTexts(): Map<string, string> {
  const texts = new Map<string, string>();
  for (const name of readdirSync(GENERATED).filter((file) => file.endsWith('.ts'))) {
    const file = ts.createSourceFile(name, readFileSync(`${GENERATED}/${name}`, 'utf8'), ts.ScriptTarget.ES2022, true);
    for (const statement of file.statements)
      if (ts.isVariableStatement(statement))
        texts.set(statement.declarationList.declarations[0]!.name.getText(file), statement.getText(file));
  }
  return texts;
}

const texts = kernelTexts();

// The code under test is our own emission with one operator changed.
const run = (name: string, code: string): unknown =>
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- evaluates the emitted file
  new Function(...RUNTIME_FUNCTIONS.keys(), `${code}\nreturn ${name};`)(...RUNTIME_FUNCTIONS.values());

// One sample shows almost every fault; more are needed only for a fault in a branch.
const QUICK = { samples: 1, seed: 5 } as const;
const THOROUGH = { samples: 60, seed: 5 } as const;

/**
 * Number of classes of each file in `npm test`, and below it the number of faults in each of their
 * kernels, there and in `npm run test:full`. The largest kernels have a thousand.
 */
const CLASSES = 1;
const FAULTS = 6;
const FAULTS_IN_FULL = 10;

const TIMEOUT = 600_000;

/**
 * Faults, as part of their descriptions, that change nothing: an angle's rate does not depend on
 * where the angle is measured from.
 */
const HARMLESS: Readonly<Record<string, RegExp>> = { HingeLimit: /^jdotKernel: .*low \+ high/ };

/** Declares one test per class: a fault in any statement of its kernels fails its verification. */
export function describeMutations(all: readonly ConstraintType[]): void {
  it('finds the kernels of all classes', () => {
    expect(all.length).toBeGreaterThan(10);
    expect([...texts.keys()]).toEqual(expect.arrayContaining(all.map((type) => type.kernel.name)));
  });

  it.each(someOf(all, CLASSES).map((type) => [type.name, type] as const))(
    '%s',
    (_, emitted) => {
      const jdotKernel = derivedJdot(emitted, [])!;
      const type = { ...emitted, jdotKernel };
      const kernels = {
        kernel: [emitted.kernel.name, texts.get(emitted.kernel.name)!],
        jdotKernel: ['jdotKernel', `const jdotKernel = ${jdotKernel.toString()};`],
      } as const;
      const quick = new Verification(type, QUICK);
      let thorough: Verification | undefined;
      const passes = (tried: ConstraintType): boolean => {
        if (!quick.of(tried).pass) return false;
        thorough ??= new Verification(type, THOROUGH);
        return thorough.of(tried).pass;
      };
      const singular = new SingularOutputs(type);
      const survivors: string[] = [];
      let mutants = 0;
      for (const part of ['kernel', 'jdotKernel'] as const) {
        const [name, text] = kernels[part];
        const unchanged = { ...type, [part]: run(name, toJavaScript(text)) as ConstraintKernel & JdotKernel };
        expect(quick.of(unchanged).pass).toBe(true);
        for (const mutant of someOf([...mutantsOf(text)], FAULTS, FAULTS_IN_FULL)) {
          mutants += 1;
          const mutated = { ...type, [part]: run(name, mutant.code) as ConstraintKernel & JdotKernel };
          const description = `${name}: ${mutant.description}`;
          if (HARMLESS[type.name]?.test(description)) continue;
          const isHarmless = mutant.inGuard && !singular.differ(mutated);
          if (!isHarmless && passes(mutated)) survivors.push(description);
        }
      }
      for (const { description, constantJ } of constantMutants(type.constantJ)) {
        mutants += 1;
        if (passes({ ...type, constantJ })) survivors.push(description);
      }
      if (type.dependsOnTime && passes({ ...type, dependsOnTime: false })) survivors.push('dependsOnTime: false');
      expect(survivors).toEqual([]);
      expect(mutants).toBeGreaterThan(0);
    },
    TIMEOUT,
  );
}
