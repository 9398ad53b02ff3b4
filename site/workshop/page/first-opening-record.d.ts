/** The recorded beginning of the first scene: `site/workshop/precompiled-scenes.ts` writes the module. */
declare module 'first-opening' {
  // A declaration of such a module cannot have imports.
  // eslint-disable-next-line @typescript-eslint/consistent-type-imports
  const record: import('../../../src/canvas/opening-record.js').OpeningRecord;
  export default record;
}
