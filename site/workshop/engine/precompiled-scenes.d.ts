/** The scenes of the gallery by their titles: `site/workshop/precompiled-scenes.ts` writes the module. */
declare module 'precompiled-scenes' {
  // A declaration of such a module cannot have imports.
  // eslint-disable-next-line @typescript-eslint/consistent-type-imports
  type Scene = import('../../../src/scene/load-precompiled.js').PrecompiledScene;
  const scenes: Readonly<Record<string, () => Promise<{ readonly default: Scene }>>>;
  export default scenes;
}
