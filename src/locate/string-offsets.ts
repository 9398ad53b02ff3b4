/**
 * The places in the source of the characters of a string literal's value. `raw` is the literal's
 * text between its quotes, which begins at `start`. The result has one entry more than the value
 * has characters: the place behind the last. Undefined for a text that is not a literal's.
 */
export function stringOffsets(raw: string, start: number): number[] {
  const offsets: number[] = [];
  for (let i = 0; i < raw.length;) {
    const [length, units] = piece(raw, i);
    for (let unit = 0; unit < units; unit++) offsets.push(start + i);
    i += length;
  }
  offsets.push(start + raw.length);
  return offsets;
}

/**
 * Length of the piece of source at `i`, and the number of characters of the value that it stands
 * for.
 */
function piece(raw: string, i: number): [length: number, units: number] {
  // In a template a line break is one character, whatever line ends the file has.
  if (raw.startsWith('\r\n', i)) return [2, 1];
  if (raw[i] !== '\\') return [1, 1];
  const escape = raw.slice(i, i + 12);
  const point = /^\\u\{([0-9a-fA-F]+)\}/.exec(escape);
  if (point !== null) return [point[0].length, parseInt(point[1]!, 16) > 0xffff ? 2 : 1];
  const match = /^\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2})/.exec(escape);
  if (match !== null) return [match[0].length, 1];
  const continuation = /^\\(?:\r\n|[\n\r\u2028\u2029])/.exec(escape);
  if (continuation !== null) return [continuation[0].length, 0];
  return [2, 1];
}
