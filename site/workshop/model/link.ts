/**
 * Share links: the document as JSON, deflated without a header, in base64url, after `#1=`.
 * @module
 */

/** The mark of a link, with its version. */
const MARK = '#1=';
/** Most characters of a link that are read, and of the document inside. */
const LONGEST_LINK = 200_000;
const LONGEST_TEXT = 2_000_000;
/** Length from which a link may be cut by other programs. */
export const LONG_LINK = 8_000;

/** A link that cannot be opened. Its message is for a reader. */
export class LinkError extends Error {
  override readonly name = 'LinkError';
}

/** Tests whether the part of an address after `#` is a link to a document. */
export const isLink = (hash: string): boolean => /^#\d+=/.test(hash);

/** Writes a document as the part of an address after and with `#`. */
export async function writeLink(document: unknown): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(document)), new CompressionStream('deflate-raw'));
  return `${MARK}${toBase64(bytes)}`;
}

/** Reads a document from the part of an address after and with `#`. Rejects with a LinkError. */
export async function readLink(hash: string): Promise<unknown> {
  if (hash.length > LONGEST_LINK)
    throw new LinkError(`This link has ${hash.length} characters; at most ${LONGEST_LINK} are read.`);
  if (!hash.startsWith(MARK))
    throw new LinkError('This link is of a version that this page does not know: a newer page may open it.');
  let text: string;
  try {
    const bytes = fromBase64(hash.slice(MARK.length));
    text = new TextDecoder('utf-8', { fatal: true }).decode(
      await through(bytes, new DecompressionStream('deflate-raw'), LONGEST_TEXT),
    );
  } catch (error) {
    if (error instanceof LinkError) throw error;
    throw new LinkError('This link is broken: a part of it may be missing.');
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new LinkError('This link holds no scene.');
  }
}

/** A stream that changes bytes, as CompressionStream does. */
interface ByteTransform {
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<BufferSource>;
}

/** Bytes that a stream is given at a time, so that few that grow to many do so no further than they are read. */
const PIECE = 1024;

/** Sends bytes through a stream. Rejects with a LinkError if more than `most` come out. */
async function through(bytes: Uint8Array<ArrayBuffer>, transform: ByteTransform, most = Infinity): Promise<Uint8Array> {
  const writer = transform.writable.getWriter();
  // What is wrong with the bytes is told by the reader.
  const ignore = (): undefined => undefined;
  const feed = async (): Promise<void> => {
    for (let k = 0; k < bytes.length; k += PIECE) await writer.write(bytes.subarray(k, k + PIECE));
    await writer.close();
  };
  void feed().catch(ignore);
  const pieces: Uint8Array[] = [];
  let length = 0;
  const reader = transform.readable.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      void reader.cancel().catch(ignore);
      throw new LinkError(`This link holds more than ${most} characters.`);
    }
    pieces.push(value);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let k = 0; k < bytes.length; k += 0x8000) text += String.fromCharCode(...bytes.subarray(k, k + 0x8000));
  return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
