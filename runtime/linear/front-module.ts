import { FRONT_MODULE } from './front-module-bytes.js';

/** As much of the platform's WebAssembly as fronts need. */
export interface Platform {
  readonly validate: (bytes: Uint8Array<ArrayBuffer>) => boolean;
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Memory: new (pages: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer };
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
}

/** A platform, and the module that it has compiled. */
export interface CompiledFronts {
  readonly platform: Platform;
  readonly module: object;
}

/** What became of compiling the module; undefined as long as nobody has asked for it. */
let compiled: CompiledFronts | null | undefined;

/**
 * Compiles the module, once. It is small enough for browsers to compile at once on a page's main
 * thread; some old ones allow no more than 4 kB there. Returns null where the platform has no SIMD,
 * or refuses compilation, as a content security policy can demand.
 */
export function compiledFronts(): CompiledFronts | null {
  if (compiled === undefined) compiled = compileFronts();
  return compiled;
}

function compileFronts(): CompiledFronts | null {
  const { WebAssembly: platform } = globalThis as unknown as { readonly WebAssembly?: Platform };
  if (!platform) return null;
  const bytes = Uint8Array.from({ length: FRONT_MODULE.length / 2 }, (_, i) =>
    Number.parseInt(FRONT_MODULE.slice(2 * i, 2 * i + 2), 16),
  );
  if (!platform.validate(bytes)) return null;
  try {
    return { platform, module: new platform.Module(bytes) };
  } catch {
    return null;
  }
}
