import { BufferTarget, CanvasSource, getFirstEncodableVideoCodec, Output, Quality, WebMOutputFormat } from 'mediabunny';
import type { FilmWriter } from './film-writer.js';

/** Writes the frames of a canvas as WebM. Rejects where the browser encodes no video. */
export async function webmWriter({ canvas }: OffscreenCanvasRenderingContext2D, rate: number): Promise<FilmWriter> {
  const { width, height } = canvas;
  const format = new WebMOutputFormat();
  const codec = await getFirstEncodableVideoCodec(format.getSupportedVideoCodecs(), { width, height });
  if (codec === null) throw new Error('This browser encodes no video: save a GIF.');
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const source = new CanvasSource(canvas, { codec, quality: new Quality('high') });
  output.addVideoTrack(source, { frameRate: rate });
  await output.start();
  return {
    add: (frame) => source.add(frame / rate, 1 / rate),
    finish: async () => {
      await output.finalize();
      return new Blob([target.buffer ?? new ArrayBuffer(0)], { type: 'video/webm' });
    },
  };
}
