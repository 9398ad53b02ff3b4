/** A file of an archive. */
export interface ArchiveFile {
  readonly path: string;
  readonly content: string | Uint8Array;
}

/** Date of all files: 1 January 2000, in the format of archives. */
const DATE = ((2000 - 1980) << 9) | (1 << 5) | 1;

/** Writes files as a ZIP archive, uncompressed (APPNOTE 6.3.10, sections 4.3.7, 4.3.12, 4.3.16). */
export function zip(files: readonly ArchiveFile[]): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { path, content } of files) {
    const name = encoder.encode(path);
    const data = typeof content === 'string' ? encoder.encode(content) : content;
    // version 2.0, names in UTF-8, stored, time, date, checksum, sizes, length of the name, no more
    const common = [
      [20, 2],
      [0x0800, 2],
      [0, 2],
      [0, 2],
      [DATE, 2],
      [checksum(data), 4],
      [data.length, 4],
      [data.length, 4],
      [name.length, 2],
      [0, 2],
    ] as const;
    const header = numbers([[0x04034b50, 4], ...common]);
    directory.push(numbers([[0x02014b50, 4], [20, 2], ...common, [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]]), name);
    parts.push(header, name, data);
    offset += header.length + name.length + data.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = numbers([
    [0x06054b50, 4],
    [0, 4],
    [files.length, 2],
    [files.length, 2],
    [size, 4],
    [offset, 4],
    [0, 2],
  ]);
  return joined([...parts, ...directory, end]);
}

/** Numbers of given widths in bytes, the least significant byte first. */
function numbers(list: readonly (readonly [value: number, width: number])[]): Uint8Array {
  return Uint8Array.from(
    list.flatMap(([value, width]) => Array.from({ length: width }, (_, k) => (value >>> (8 * k)) & 255)),
  );
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** CRC-32, polynomial 0xedb88320. */
function checksum(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
