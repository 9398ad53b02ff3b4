import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commentText, dataLiteral, stringLiteral } from '../../src/emit/literal.js';
import { inFull } from '../support/scope.js';

const evaluate = (code: string): unknown =>
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- literals are what is tested
  new Function(`"use strict"; return (${code});`)();

describe('literals', () => {
  inFull('mean exactly the text, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const literal = stringLiteral(text);
        // Nothing in it is unseen.
        expect(literal).not.toMatch(/(?! )[\p{C}\p{Z}]/u);
        expect(evaluate(literal)).toBe(text);
      }),
    );
    expect(evaluate(stringLiteral('`${process.exit()}`\u2028'))).toBe('`${process.exit()}`\u2028');
  });

  it('mean exactly the data, also under names that objects know', () => {
    const awkward = JSON.parse('{"__proto__":[1,-0.5,1e300],"constructor":"x","a-b":{"c":0.1,"d":[null]}}') as object;
    expect(evaluate(dataLiteral(awkward))).toEqual(awkward);
    expect(Object.keys(evaluate(dataLiteral(awkward)) as object)).toEqual(['__proto__', 'constructor', 'a-b']);
  });
});

describe('comments', () => {
  it('cannot be ended, nor given tags, by a text', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('*', '/', '@', '\n', '\u2028', 'x', '\\')), (parts) => {
        const text = commentText(parts.join(''));
        expect(text).not.toContain('*/');
        expect(text).not.toMatch(/[\n\r\u2028\u2029]/);
        expect(text).not.toMatch(/@\w/);
      }),
    );
  });
});
