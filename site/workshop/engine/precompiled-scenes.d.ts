/** The scenes of the gallery by their titles: `site/build/precompiled-scenes.ts` writes the module. */
declare module 'precompiled-scenes' {
  const scenes: Readonly<
    Record<
      string,
      () => Promise<{ readonly default: import('../../../src/scene/load-precompiled.js').PrecompiledScene }>
    >
  >;
  export default scenes;
}
