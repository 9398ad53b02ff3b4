/** The module that emitted code imports the runtime from, where nothing else is said. */
export const RUNTIME_MODULE = 'holonomic/runtime';

/** The package with nothing but the runtime and the library. */
export const RUNTIME_PACKAGE = '@holonomic/runtime';

/** The names of modules that emitted code can import the runtime from, in words. */
export const MODULE_NAME = `the name of a module, such as "${RUNTIME_PACKAGE}"`;

/** Tests for the name of a module: not a path, and nothing that would have to be escaped. */
export const isModuleName = (text: string): boolean => /^[\w@#~$][\w@#~$./-]*$/.test(text);
