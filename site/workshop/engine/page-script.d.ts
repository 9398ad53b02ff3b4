/** The script of pages with one scene, as a text: `site/workshop/page-script.ts` writes the module. */
declare module 'page-script' {
  const script: string;
  export default script;
}
