/** A frame of a GIF, with what earlier ones leave of theirs: red, green and blue of each pixel. */
export interface GifFrame {
  readonly width: number;
  readonly height: number;
  /** Time that it is shown, s. */
  readonly delay: number;
  readonly pixels: Uint8Array;
}

/** Reads a GIF (version 89a): whole frames, with one palette for all or one each. */
export function readGIF(file: Uint8Array): { readonly frames: GifFrame[]; readonly loops: boolean } {
  const word = (at: number): number => file[at]! + 256 * file[at + 1]!;
  if (new TextDecoder().decode(file.subarray(0, 6)) !== 'GIF89a') throw new Error('no GIF');
  const [width, height] = [word(6), word(8)];
  let at = 13;
  let common: Uint8Array | undefined;
  if (file[10]! & 128) {
    const size = 3 * 2 ** ((file[10]! & 7) + 1);
    common = file.subarray(at, (at += size));
  }
  const blocks = (): number[] => {
    const data: number[] = [];
    for (let size = file[at++]!; size > 0; size = file[at++]!) {
      for (const byte of file.subarray(at, at + size)) data.push(byte);
      at += size;
    }
    return data;
  };
  const frames: GifFrame[] = [];
  let [loops, delay, clear] = [false, 0, -1];
  const canvas = new Uint8Array(3 * width * height);
  for (;;) {
    const kind = file[at++]!;
    if (kind === 0x3b) return { frames, loops };
    if (kind === 0x21) {
      const label = file[at++]!;
      const data = blocks();
      if (label === 0xf9) [delay, clear] = [(data[1]! + 256 * data[2]!) / 100, data[0]! & 1 ? data[3]! : -1];
      if (label === 0xff) loops = true;
      continue;
    }
    if (kind !== 0x2c) throw new Error(`no block of GIF: ${String(kind)}`);
    const flags = file[at + 8]!;
    at += 9;
    const own = flags & 128 ? file.subarray(at, (at += 3 * 2 ** ((flags & 7) + 1))) : common!;
    const least = file[at++]!;
    const indices = decoded(blocks(), least, width * height);
    indices.forEach((index, k) => {
      if (index !== clear) canvas.set(own.subarray(3 * index, 3 * index + 3), 3 * k);
    });
    frames.push({ width, height, delay, pixels: canvas.slice() });
  }
}

/** Codes of growing width for strings that grow (Welch 1984). */
function decoded(data: readonly number[], least: number, count: number): Uint8Array {
  const out = new Uint8Array(count);
  const [clear, end] = [2 ** least, 2 ** least + 1];
  let table: number[][] = [];
  let [width, length, bits, held, byte] = [0, 0, 0, 0, 0];
  let before: number[] | undefined;
  const reset = (): void => {
    table = Array.from({ length: clear + 2 }, (_, k) => (k < clear ? [k] : []));
    width = least + 1;
    before = undefined;
  };
  reset();
  while (length < count) {
    while (bits < width) {
      held |= data[byte++]! << bits;
      bits += 8;
    }
    const code = held & (2 ** width - 1);
    held >>>= width;
    bits -= width;
    if (code === end) break;
    if (code === clear) {
      reset();
      continue;
    }
    const entry: number[] = table[code] ?? [...before!, before![0]!];
    out.set(entry.slice(0, count - length), length);
    length += entry.length;
    if (before !== undefined && table.length < 4096) table.push([...before, entry[0]!]);
    if (table.length === 2 ** width && width < 12) width++;
    before = entry;
  }
  return out;
}
