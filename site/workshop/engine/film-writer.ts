/** Takes the frames of a film. */
export interface FilmWriter {
  /** Adds what is on the canvas as the frame of this number. */
  readonly add: (frame: number) => Promise<void>;
  readonly finish: () => Promise<Blob>;
}
