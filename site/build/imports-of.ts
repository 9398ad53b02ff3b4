/** The files beside a script, as the bundler wrote it, that it imports before it runs. */
export const importsOf = (script: string): readonly string[] =>
  [...script.matchAll(/(?:^|[;}])import(?:[^"'()]*from)?"\.\/([^"]+)"/gm)].map(([, name]) => name!);
