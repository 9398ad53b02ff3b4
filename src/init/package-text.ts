/** The part of a package.json that matters here. */
export interface Package {
  readonly type?: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Additions to a package.json. */
export interface PackageChange {
  readonly type?: 'module';
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

export const isEmptyChange = ({ type, ...additions }: PackageChange): boolean =>
  type === undefined && Object.values(additions).every((added) => Object.keys(added).length === 0);

/** Tests for a script, other than the one that `npm init` writes, which only fails. */
export const hasScript = ({ scripts = {} }: Package, name: string): boolean =>
  scripts[name] !== undefined && !scripts[name].includes('no test specified');

export const dependsOn = ({ dependencies, devDependencies }: Package, name: string): boolean =>
  name in { ...dependencies, ...devDependencies };

/** The text of a package.json with additions, its indentation and ends of lines as before. */
export function changedPackage(text: string, { type, ...additions }: PackageChange): string {
  const value = JSON.parse(text) as Package;
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? 2;
  const changed = {
    ...value,
    ...(type !== undefined && { type }),
    ...Object.fromEntries(
      (['scripts', 'dependencies', 'devDependencies'] as const)
        .filter((field) => Object.keys(additions[field]).length > 0)
        .map((field) => [field, { ...value[field], ...additions[field] }]),
    ),
  };
  const written = JSON.stringify(changed, null, indent) + (text.endsWith('\n') ? '\n' : '');
  return text.includes('\r\n') ? written.replaceAll('\n', '\r\n') : written;
}
