/** What is used of resvg: the project's types are checked without the packages of the site, too. */
declare module '@resvg/resvg-js' {
  export class Resvg {
    constructor(svg: string);
    render(): { asPng(): Uint8Array };
  }
}
