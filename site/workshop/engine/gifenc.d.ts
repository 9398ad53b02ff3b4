/** What is used of gifenc, which comes without types. */
declare module 'gifenc' {
  /** Red, green, blue, from 0 to 255. */
  type Palette = readonly (readonly number[])[];
  type Pixels = Uint8Array | Uint8ClampedArray;

  interface Encoder {
    /** Writes a frame of indices into a palette, shown for `delay`, ms. */
    writeFrame(
      index: Uint8Array,
      width: number,
      height: number,
      options: { readonly palette: Palette; readonly delay: number },
    ): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  }

  export function GIFEncoder(): Encoder;
  export function quantize(rgba: Pixels, colors: number): Palette;
  export function applyPalette(rgba: Pixels, palette: Palette): Uint8Array;
}
