/** What is used of mediabunny: the project's types are checked without the packages of the site, too. */
declare module 'mediabunny' {
  type VideoCodec = string;

  export class WebMOutputFormat {
    getSupportedVideoCodecs(): VideoCodec[];
  }
  export class BufferTarget {
    readonly buffer: ArrayBuffer | null;
  }
  export class Quality {
    private readonly level: string;
    constructor(level: 'high');
  }
  export class CanvasSource {
    constructor(canvas: OffscreenCanvas, options: { readonly codec: VideoCodec; readonly quality: Quality });
    /** Adds what is on the canvas, to be shown at a time, s, for a time, s. */
    add(time: number, duration: number): Promise<void>;
  }
  export class Output {
    constructor(options: { readonly format: WebMOutputFormat; readonly target: BufferTarget });
    addVideoTrack(source: CanvasSource, options: { readonly frameRate: number }): void;
    start(): Promise<void>;
    finalize(): Promise<void>;
  }
  /** The first codec that the browser encodes, or null. */
  export function getFirstEncodableVideoCodec(
    codecs: readonly VideoCodec[],
    size: { readonly width: number; readonly height: number },
  ): Promise<VideoCodec | null>;
}
