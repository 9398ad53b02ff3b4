/** What is used of subset-font: the project's types are checked without the packages of the site, too. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Uint8Array,
    characters: string,
    options: { targetFormat: 'woff2' },
  ): Promise<Uint8Array>;
}
