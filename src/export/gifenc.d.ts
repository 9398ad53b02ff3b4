declare module 'gifenc' {
  type Palette = (readonly number[])[];
  interface FrameOptions {
    readonly palette?: Palette;
    readonly delay?: number;
    readonly repeat?: number;
    readonly transparent?: boolean;
    readonly transparentIndex?: number;
    readonly dispose?: number;
  }
  interface Gifenc {
    GIFEncoder(): {
      writeFrame(index: Uint8Array, width: number, height: number, options: FrameOptions): void;
      finish(): void;
      bytes(): Uint8Array<ArrayBuffer>;
    };
    quantize(pixels: Uint8Array | Uint8ClampedArray, colors: number): Palette;
    applyPalette(pixels: Uint8Array | Uint8ClampedArray, palette: Palette): Uint8Array;
  }
  const gifenc: Gifenc;
  export default gifenc;
}
