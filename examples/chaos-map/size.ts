/** The size of a picture that the command line gives, an even number of pixels a side. Ends the program where it is none. */
export function sizeOf(given: string | undefined, otherwise: number): number {
  const size = Number(given ?? otherwise);
  if (Number.isInteger(size) && size >= 2 && size <= 4096) return 2 * Math.ceil(size / 2);
  console.error(`The size of the picture is a whole number from 2 to 4096, not "${given}".`);
  process.exit(1);
}
