import { createHash } from 'node:crypto';

/** A short, stable fingerprint of a text. */
export const hashOf = (text: string): string => hashOfParts([text]);

/**
 * The fingerprint of a generated file as it was found. Git may have given it the line ends of
 * Windows, which change nothing.
 */
export const hashOfFound = (text: string): string => hashOf(text.replaceAll('\r\n', '\n'));

/** The fingerprint of texts, or of the bytes of files, one after another. */
export function hashOfParts(parts: Iterable<string | Uint8Array>): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex').slice(0, 16);
}
