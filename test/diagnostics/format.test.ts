import { describe, expect, it } from 'vitest';
import { formatDiagnostic, quote, SpecError, type Diagnostic } from '../../src/diagnostics/index.js';

const diagnostic: Diagnostic = {
  code: 'E_UNKNOWN_NAME',
  message: 'There is nothing called "c".',
  hint: 'did you mean "a"?',
  spec: 'Distance',
  field: 'C[1]',
  formula: 'norm(a - c) == length',
  span: { start: 9, end: 10 },
  file: 'constraints-spec/distance.ts',
};

describe('formatDiagnostic', () => {
  it('shows the place, the fault under the formula, and the hint', () => {
    expect(formatDiagnostic(diagnostic)).toBe(
      [
        'E_UNKNOWN_NAME  Distance.C[1]  (constraints-spec/distance.ts)',
        '  There is nothing called "c".',
        '',
        '    norm(a - c) == length',
        '             ^',
        '  hint: did you mean "a"?',
      ].join('\n'),
    );
  });
  it('leaves out what is not known', () => {
    expect(formatDiagnostic({ code: 'E_SPEC_TYPE', message: 'The spec must be an object.' })).toBe(
      'E_SPEC_TYPE\n  The spec must be an object.',
    );
  });
  it('points behind the end of a formula that breaks off', () => {
    const lines = formatDiagnostic({ ...diagnostic, formula: 'a +', span: { start: 3, end: 4 } }).split('\n');
    expect(lines.slice(3, 5)).toEqual(['    a +', '       ^']);
  });
  it('shows a window of a long formula, with the fault in it', () => {
    const formula = `${'x + '.repeat(100)}c${' + x'.repeat(100)}`;
    const lines = formatDiagnostic({ ...diagnostic, formula, span: { start: 400, end: 401 } }).split('\n');
    const [line, marks] = [lines[3]!, lines[4]!];
    expect(line.length).toBeLessThan(110);
    expect(line).toMatch(/^ {4}… .* …$/);
    expect(line[marks.indexOf('^')]).toBe('c');
    expect(marks.trim()).toBe('^');
  });
  it('cuts the marks of a fault that is longer than the window', () => {
    const lines = formatDiagnostic({ ...diagnostic, formula: 'x'.repeat(500), span: { start: 0, end: 500 } }).split(
      '\n',
    );
    expect(lines[4]!.length).toBeLessThan(110);
  });
  it.each([0, 50, 150, 199])('keeps the mark under the fault at %i', (at) => {
    const formula = `${'.'.repeat(at)}c${'.'.repeat(199 - at)}`;
    const lines = formatDiagnostic({ ...diagnostic, formula, span: { start: at, end: at + 1 } }).split('\n');
    expect(lines[3]![lines[4]!.indexOf('^')]).toBe('c');
  });
  it('keeps unprintable characters of a spec away from the terminal', () => {
    const text = formatDiagnostic({
      ...diagnostic,
      formula: 'a\n\t\u001b[31m\u2028c',
      span: { start: 8, end: 9 },
      field: 'where.\u001b[2J',
    });
    expect(text).not.toMatch(/[\u001b\u2028\t]/);
    expect(text.split('\n').slice(3, 5)).toEqual(['    a⏎ �[31m�c', '            ^']);
    expect(text).toContain('where.\\u{1b}[2J');
  });
  it('colours on demand only', () => {
    expect(formatDiagnostic(diagnostic)).not.toContain('\u001b');
    const colored = formatDiagnostic(diagnostic, { color: true });
    expect(colored).toContain('\u001b[31m');
    expect(colored.replaceAll(/\u001b\[\d+m/g, '')).toBe(formatDiagnostic(diagnostic));
  });
});

describe('SpecError', () => {
  it('says everything in its message', () => {
    const other: Diagnostic = { code: 'E_SPEC_MISSING', message: 'The spec has no "C".', spec: 'Distance', field: 'C' };
    const error = new SpecError([diagnostic, other]);
    expect(error.message).toBe(`${formatDiagnostic(diagnostic)}\n\n${formatDiagnostic(other)}`);
    expect(error.diagnostics).toEqual([diagnostic, other]);
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe('SpecError');
  });
});

describe('quote', () => {
  it('shortens and escapes', () => {
    expect(quote('a\nb\u200b')).toBe('"a\\nb\\u{200b}"');
    expect(quote('x'.repeat(100))).toBe(`"${'x'.repeat(59)}…"`);
  });
});
