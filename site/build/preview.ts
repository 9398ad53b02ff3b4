import { LIGHT } from '../../src/painter/colors.js';

/** Size of the pictures that others show beside a link, px, and the room around the scene. */
const [WIDTH, HEIGHT] = [1200, 630];
const ROOM = 32;

/** A picture of a scene for a link's preview, as PNG: hosts of links take no SVG. `svg` has one root with a size. */
export async function previewOf(svg: string): Promise<Uint8Array> {
  const { Resvg } = await import('@resvg/resvg-js'); // There are no packages of the site where no site is built.
  const placed = `x="${ROOM}" y="${ROOM}" width="${WIDTH - 2 * ROOM}" height="${HEIGHT - 2 * ROOM}"`;
  const paper = `<rect width="${WIDTH}" height="${HEIGHT}" fill="${LIGHT.paper}"/>`;
  const scene = svg.replace(/ width="[\d.]+" height="[\d.]+"/, ` ${placed}`);
  const card = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${paper}${scene}</svg>`;
  return new Resvg(card).render().asPng();
}
