import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { strFromU8 } from 'fflate';
import koffi, { type LibraryHandle } from 'koffi';
import { validateXML } from 'xmllint-wasm';
import { cli } from '../cli/support.js';
import { mechanism } from '../../src/mechanism/index.js';
import { unpacked } from '../../src/mechanism/write/fmu/files.js';

/** The standard's headers and schemas. */
export const STANDARD = join(import.meta.dirname, '../fixtures/fmi3');

/** The texts of the files of a scene's FMU, without libraries. */
export async function textsOfFmu(document: unknown, name = 'Made'): Promise<Record<string, string>> {
  const { files } = await mechanism(document, { target: 'fmu', step: 'rk4', name });
  return textsIn(Object.values(files)[0] as Uint8Array);
}

const textsIn = (archive: Uint8Array): Record<string, string> =>
  Object.fromEntries(Object.entries(unpacked(archive)).map(([path, bytes]) => [path, strFromU8(bytes)]));

/** What the standard's schema of a file has to say against a text. */
export async function complaintsOf(
  name: 'fmi3ModelDescription' | 'fmi3BuildDescription',
  text: string,
): Promise<string[]> {
  const schemas = ['Annotation', 'AttributeGroups', 'InterfaceType', 'Type', 'Unit', 'Variable', 'VariableDependency'];
  const schema = (file: string): { fileName: string; contents: string } => ({
    fileName: `${file}.xsd`,
    contents: readFileSync(join(STANDARD, `${file}.xsd`), 'utf8'),
  });
  const { errors } = await validateXML({
    xml: [{ fileName: 'text.xml', contents: text }],
    schema: [schema(name)],
    preload: schemas.map((file) => schema(`fmi3${file}`)),
  });
  return errors.map(({ message }) => message);
}

/** The attributes of the elements of a name. */
export const elementsOf = (text: string, name: string): Record<string, string>[] =>
  [...text.matchAll(new RegExp(`<${name}( [^>]*?)?/?>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries([...attributes.matchAll(/([\w]+)="([^"]*)"/g)].map(([, key, value]) => [key!, value!])),
  );

export const STATUS = { ok: 0, discard: 2, error: 3 } as const;

// Names of types are those of the process, in which other files may have loaded this one.
const Log = koffi.proto(
  `void FmuLog${Date.now()}(void *environment, int status, const char *category, const char *message)`,
);
const LIFE = ['void *'];
const VALUES = ['void *', 'const uint32_t *', 'size_t', 'double *', 'size_t'];
/** The functions that tests call, by their arguments. */
const FUNCTIONS: Readonly<Record<string, readonly string[]>> = {
  EnterInitializationMode: ['void *', 'bool', 'double', 'double', 'bool', 'double'],
  ExitInitializationMode: LIFE,
  Terminate: LIFE,
  Reset: LIFE,
  GetFloat64: VALUES,
  SetFloat64: VALUES,
  GetInt32: VALUES,
  GetOutputDerivatives: ['void *', 'void *', 'size_t', 'void *', 'void *', 'size_t'],
  SetDebugLogging: ['void *', 'bool', 'size_t', 'const char **'],
  DoStep: ['void *', 'double', 'double', 'bool', 'void *', 'void *', 'void *', 'double *'],
  GetFMUState: ['void *', 'void *'],
  SetFMUState: ['void *', 'void *'],
  FreeFMUState: ['void *', 'void *'],
  SerializedFMUStateSize: ['void *', 'void *', 'void *'],
  SerializeFMUState: ['void *', 'void *', 'void *', 'size_t'],
  DeserializeFMUState: ['void *', 'void *', 'size_t', 'void *'],
};

/** An FMU that the command wrote, with its library loaded. */
export class Fmu {
  readonly description: string;
  /** Value references by names. */
  readonly references: ReadonlyMap<string, number>;
  readonly token: string;
  readonly library: LibraryHandle;
  readonly path: string;

  constructor(archive: Uint8Array, folder: string) {
    const files = unpacked(archive);
    for (const [path, bytes] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), bytes);
    }
    this.description = strFromU8(files['modelDescription.xml']!);
    this.references = new Map(
      elementsOf(this.description, 'Float64').map(({ name, valueReference }) => [name!, Number(valueReference)]),
    );
    this.token = elementsOf(this.description, 'fmiModelDescription')[0]!['instantiationToken']!;
    const library = Object.keys(files).find((path) => path.endsWith('.so'));
    if (library === undefined) throw new Error('the FMU has no library');
    this.path = join(folder, library);
    this.library = koffi.load(this.path);
  }

  instantiate(
    given: { name?: string | null; token?: string; logs?: boolean; hasEvents?: boolean } = {},
  ): FmuInstance | undefined {
    const { name = 'one', token = this.token, logs = true, hasEvents = false } = given;
    const pointer = koffi.pointer(Log);
    const make = this.library.func('fmi3InstantiateCoSimulation', 'void *', [
      ...['const char *', 'const char *', 'const char *', 'bool', 'bool', 'bool', 'bool'],
      ...['void *', 'size_t', 'void *', pointer, 'void *'],
    ]) as (...given: unknown[]) => unknown;
    const messages: string[] = [];
    const log = koffi.register((_: unknown, status: number, category: string, message: string) => {
      messages.push(`${status} ${category} ${message}`);
    }, pointer);
    const handle = make(name, token, null, false, logs, hasEvents, false, null, 0, null, log, null);
    this.lastMessages = messages;
    return handle ? new FmuInstance(this, handle, messages) : undefined;
  }

  /** What the last instance logged, even where there is none. */
  lastMessages: readonly string[] = [];
}

export class FmuInstance {
  readonly messages: string[];
  readonly #fmu: Fmu;
  readonly #handle: unknown;
  readonly #functions = new Map<string, (...given: unknown[]) => number>();
  time = 0;

  constructor(fmu: Fmu, handle: unknown, messages: string[]) {
    this.#fmu = fmu;
    this.#handle = handle;
    this.messages = messages;
  }

  /** Calls a function by its name without `fmi3`, and returns its status. */
  call(name: string, ...given: readonly unknown[]): number {
    let own = this.#functions.get(name);
    if (own === undefined) {
      own = this.#fmu.library.func(`fmi3${name}`, 'int', [...FUNCTIONS[name]!]) as (...all: unknown[]) => number;
      this.#functions.set(name, own);
    }
    return own(this.#handle, ...given);
  }

  free(): void {
    (this.#fmu.library.func('fmi3FreeInstance', 'void', ['void *']) as (handle: unknown) => void)(this.#handle);
  }

  /** Goes to Step Mode. */
  start(from = 0): this {
    const status = [
      this.call('EnterInitializationMode', false, 0, from, false, 0),
      this.call('ExitInitializationMode'),
    ];
    if (status.some((one) => one !== STATUS.ok)) throw new Error(this.messages.join('\n'));
    this.time = from;
    return this;
  }

  /** Takes a communication step. */
  step(span: number): number {
    const reached = new Float64Array(1);
    const flags = [0, 1, 2].map(() => new Uint8Array([1]));
    const status = this.call('DoStep', this.time, span, true, ...flags, reached);
    if (status === STATUS.ok) {
      if (flags.some(([flag]) => flag !== 0)) throw new Error('a step asks for more than it may');
      this.time = reached[0]!;
    }
    return status;
  }

  get(...names: readonly string[]): number[] {
    const values = new Float64Array(names.length);
    const status = this.call('GetFloat64', this.#referencesOf(names), names.length, values, names.length);
    if (status !== STATUS.ok) throw new Error(this.messages.join('\n'));
    return [...values];
  }

  set(values: Readonly<Record<string, number>>): number {
    const names = Object.keys(values);
    const numbers = Float64Array.from(Object.values(values));
    return this.call('SetFloat64', this.#referencesOf(names), names.length, numbers, names.length);
  }

  /** All outputs. */
  outputs(): number[] {
    const all = elementsOf(this.#fmu.description, 'Float64').filter(({ causality }) => causality === 'output');
    return this.get(...all.map(({ name }) => name!));
  }

  /** Those of the state, in its order. */
  state(): number[] {
    return this.get(...[...this.#fmu.references.keys()].filter((name) => name.startsWith('bodies.')));
  }

  #referencesOf(names: readonly string[]): Uint32Array {
    return Uint32Array.from(names, (name) => {
      const found = this.#fmu.references.get(name);
      if (found === undefined) throw new Error(`there is no variable ${name}`);
      return found;
    });
  }
}

/** The FMU of a document, as the command makes it in a folder. */
export async function fmuOf(document: unknown, folder: string, name = 'made'): Promise<Fmu> {
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(document));
  const { exitCode, stderr } = await cli(folder, 'mechanism', `${name}.json`, '--target', 'fmu', '--step', 'rk4');
  if (exitCode !== 0) throw new Error(stderr);
  return new Fmu(readFileSync(join(folder, `${name}.fmu`)), join(folder, name));
}
