import * as library from '../../generated/index.js';
import { checkArgument, TEXT } from '../diagnostics/arguments.js';
import { SpecError } from '../diagnostics/index.js';
import { kindNameOf } from '../kinds/index.js';
import { driversOf } from './constraints.js';
import { curveCall, isCurveEntry } from './curves/read-curve.js';
import type { SceneCollisions } from './collide/read-collisions.js';
import type {
  BodyEntry,
  ConnectorEntry,
  ConstraintEntry,
  EnergyEntry,
  ForceEntry,
  HandleEntry,
  ParametricEntry,
  RigidEntry,
} from './document.js';
import { sceneFault, type Path } from './faults.js';
import { checkLoaded, type LoadedScene } from './read-scene.js';
import type { Values } from './numbers.js';
import type { Item } from './repeat.js';

/** A file of an exported scene. */
export interface ExportedFile {
  /** Path from the root of the project. */
  readonly path: string;
  readonly text: string;
}

/**
 * Writes a scene as TypeScript: a module that `holonomic simulate` runs, with repeats and formulas
 * of parameters written out, and a file with the specs of its own, for `holonomic generate`. The
 * module's world is the same to the bit. `name` is that of the files.
 *
 * Throws a SpecError for what has no counterpart: handles that move by formulas.
 */
export function exportTypeScript(scene: LoadedScene, name: string): readonly ExportedFile[] {
  checkLoaded('exportTypeScript', scene);
  checkArgument('exportTypeScript', 'name', name, TEXT);
  const file = name.replace(/[^\w-]+/g, '-').replace(/^-+|-+$/g, '') || 'scene';
  const { specs = {} } = scene.document;
  const module: ExportedFile = { path: `scenes/${file}.ts`, text: new SceneModule(scene, file).text };
  if (Object.keys(specs).length === 0) return [module];
  return [{ path: `constraints-spec/${file}.ts`, text: specFile(specs) }, module];
}

/** Text that TypeScript reads as this value: JSON, with keys unquoted where they can be. */
function literal(value: unknown): string {
  if (value === Infinity) return 'Infinity';
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{ ${Object.entries(value)
      .map(([key, entry]) => `${keyOf(key)}: ${literal(entry)}`)
      .join(', ')} }`;
  return JSON.stringify(value).replace(/[\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16)}`);
}

const IDENTIFIER = /^[A-Za-z_]\w*$/;
const keyOf = (key: string): string => (IDENTIFIER.test(key) ? key : JSON.stringify(key));

function specFile(specs: Readonly<Record<string, unknown>>): string {
  const kinds = Object.values(specs).map(defineOf);
  const parts = Object.entries(specs).map(([name, spec]) => {
    const fields = Object.entries(spec as object).filter(([key]) => key !== 'kind');
    const lines = fields.map(([key, value]) => `  ${keyOf(key)}: ${literal(value)},\n`).join('');
    return `export const ${name} = ${defineOf(spec)}({\n${lines}});\n`;
  });
  return `import { ${[...new Set(kinds)].sort().join(', ')} } from 'holonomic';\n\n${parts.join('\n')}`;
}

const DEFINE = { constraint: 'defineConstraint', list: 'defineConstraint', body: 'defineBody', energy: 'defineEnergy' };
const defineOf = (spec: unknown): string => DEFINE[kindNameOf(spec)];

/** Words that no variable of the module may be called. */
const TAKEN = (
  'world ground scene gravity spring torsionSpring drag constantForce torque hingeInputs collide World Scene break case catch ' +
  'class const continue debugger default delete do else enum export extends false finally for function if import in ' +
  'instanceof new null return super switch this throw true try typeof var void while with yield let static await ' +
  'implements interface package private protected public arguments eval undefined Infinity NaN Math'
).split(' ');

/** Inputs of `Hinge` itself; others are of what acts on its angle. */
const JOINT: readonly string[] = ['a', 'b', 'axis', 'u', 'w'];

/** Fields of a body that the runtime does not take. */
const NOT_OPTIONS: readonly string[] = ['kind', 'draw', 'points', 'directions'];

class SceneModule {
  readonly text: string;
  readonly #scene: LoadedScene;
  readonly #runtime = new Set(['World']);
  readonly #library = new Set<string>();
  readonly #own = new Set<string>();
  readonly #variables = new Map<string, string>();
  readonly #used = new Set<string>(TAKEN);

  constructor(scene: LoadedScene, file: string) {
    this.#scene = scene;
    const { items } = scene;
    const { document } = scene;
    const bodies = items.bodies.map((item) => this.#body(item));
    const constraints = items.constraints.map((item) => this.#constraint(item));
    const energies = items.energies.map((item) => this.#energy(item));
    const forces = items.forces.map((item) => `world.addForce(${this.#force(item)});`);
    const collisions = scene.collisions.map((one) => this.#collide(one));
    const traces = items.traces.map(
      ({ name, entry, values }) => `{ label: ${literal(name)}, point: ${this.#connector(entry.point, values)} }`,
    );
    const drivers = items.constraints.flatMap(({ name, entry }) =>
      driversOf(entry).map((input) => `{ constraint: ${this.#variables.get(name)!}, input: ${literal(input)} }`),
    );
    const { assemble = true } = document.settings ?? {};
    const lines = [
      `const world = new World(${this.#worldOptions()});`,
      ...bodies,
      ...constraints,
      ...energies,
      ...forces,
      ...collisions,
      ...(assemble === false
        ? []
        : [`${this.#call('assemble', assemble === 'velocities' ? 'world, { velocitiesOnly: true }' : 'world')};`]),
      `return {\n  world,\n  traces: [${traces.join(', ')}],\n  drivers: [${drivers.join(', ')}],\n};`,
    ];
    this.text = `${this.#imports(file)}
const scene: Scene = {
  title: ${literal(scene.title)},
  until: ${scene.until},
  dt: ${scene.dt},
  build() {
${lines.map((line) => line.replace(/^/gm, '    ')).join('\n')}
  },
};

export default scene;
`;
  }

  #imports(file: string): string {
    const list = (names: ReadonlySet<string>): string => [...names].sort().join(', ');
    return [
      ...(this.#library.size > 0 ? [`import { ${list(this.#library)} } from 'holonomic/library';`] : []),
      `import { ${list(this.#runtime)} } from 'holonomic/runtime';`,
      `import type { Scene } from 'holonomic/toolkit';`,
      ...(this.#own.size > 0 ? [`import { ${list(this.#own)} } from '../generated/${file}.js';`] : []),
      '',
    ].join('\n');
  }

  #call(name: string, argument = ''): string {
    this.#runtime.add(name);
    return `${name}(${argument})`;
  }

  #worldOptions(): string {
    const { settings = {}, space } = this.#scene.document;
    const { integrator, solver, projection, feedback } = settings;
    const number = (quantity: number | string): number => this.#scene.number(quantity);
    const { integratorOptions } = this.#scene;
    const argument = Object.keys(integratorOptions).length > 0 ? literal(integratorOptions) : '';
    const options = [
      `space: ${space}`,
      ...(integrator ? [`integrator: ${this.#call(integrator, argument)}`] : []),
      ...(solver ? [`solver: ${this.#call(solver)}`] : []),
      ...(projection === undefined ? [] : [`projection: ${projection}`]),
      ...(feedback === undefined
        ? []
        : [
            `feedback: ${literal(feedback && { hertz: number(feedback.hertz), dampingRatio: number(feedback.dampingRatio ?? 1) })}`,
          ]),
    ];
    return `{ ${options.join(', ')} }`;
  }

  /** A name for a variable that no other has. */
  #declare(name: string): string {
    const plain = name.replace(/\W/g, '_');
    let variable = plain;
    for (let n = 2; this.#used.has(variable); n++) variable = `${plain}${n}`;
    this.#used.add(variable);
    this.#variables.set(name, variable);
    return variable;
  }

  #evaluated(value: unknown, values: Values): unknown {
    if (typeof value === 'number') return value;
    if (typeof value === 'string') return value === 'infinite' ? Infinity : this.#scene.number(value, values);
    if (Array.isArray(value)) return value.map((entry) => this.#evaluated(entry, values));
    return Object.fromEntries(
      Object.entries(value as object).map(([key, entry]) => [key, this.#evaluated(entry, values)]),
    );
  }

  /** The value of a parameter. */
  #parameter(value: unknown, values: Values): string {
    if (!isCurveEntry(value)) return literal(this.#evaluated(value, values));
    const { make, args } = curveCall(value, values, {
      evaluate: (quantity, at) => this.#scene.number(quantity, at),
    });
    this.#runtime.add('curve');
    return `${make}(${args.map((one) => literal(one)).join(', ')})`;
  }

  #parameters(params: object, values: Values): string[] {
    return Object.entries(params).map(([name, value]) => `${keyOf(name)}: ${this.#parameter(value, values)}`);
  }

  #class(type: string): string {
    const className = this.#scene.classNameOf(type);
    (Object.hasOwn(library, className) && !this.#isOwn(type) ? this.#library : this.#own).add(className);
    this.#used.add(className);
    return className;
  }

  #isOwn(type: string): boolean {
    const { specs = {} } = this.#scene.document;
    return [type, type.replace(/[23]D$/, '')].some((name) => Object.hasOwn(specs, name));
  }

  #body({ name, entry, path, values }: Item<BodyEntry>): string {
    const value = (field: unknown): string => literal(this.#evaluated(field, values));
    const variable = this.#declare(name);
    const declared = `const ${variable} =`;
    if (entry.kind === 'handle') {
      const { motion, position, value: number } = entry as HandleEntry;
      if (motion !== undefined) throw unsupported(path, 'A handle that moves by formulas');
      return `${declared} world.handle(${value(position ?? number)});`;
    }
    if (entry.kind === 'particle' || entry.kind === 'rigid') {
      const options = Object.fromEntries(Object.entries(entry).filter(([field]) => !NOT_OPTIONS.includes(field)));
      const method = entry.kind === 'particle' ? 'addParticle' : 'addBody';
      return `${declared} world.${method}({ name: ${literal(name)}, ${value(options).slice(2)});`;
    }
    const { kind, params = {}, coordinates, rates } = entry as ParametricEntry;
    const own = this.#parameters(params, values);
    const list = [
      own.length === 0 ? '{}' : `{ ${own.join(', ')} }`,
      ...[coordinates, ...(rates ? [rates] : [])].map(value),
    ].join(', ');
    return `${declared} world.addBody(new ${this.#class(kind)}(${list}));\n${variable}.name = ${literal(name)};`;
  }

  #constraint(item: Item<ConstraintEntry>): string {
    const { name, entry, values } = item;
    const { compliance, damping, hertz, dampingRatio } = entry;
    const [hinge, made] = this.#joined(item);
    const softness = Object.entries({ compliance, damping, hertz, dampingRatio }).filter(
      ([, one]) => one !== undefined,
    );
    const settings = `{ ${[`name: ${literal(name)}`, ...softness.map(([key, one]) => `${key}: ${literal(this.#evaluated(one, values))}`)].join(', ')} }`;
    const added = `world.add(${made}, ${settings}));`;
    return hinge + (entry.driver === undefined ? added : `const ${this.#declare(name)} = ${added}`);
  }

  #energy(item: Item<EnergyEntry>): string {
    const [hinge, made] = this.#joined(item);
    return `${hinge}world.addForce(${made}, { name: ${literal(item.name)} }));`;
  }

  /** What makes the inputs of a hinge, and the beginning of a call of the constructor. */
  #joined(item: Item<ConstraintEntry> | Item<EnergyEntry>): readonly [hinge: string, made: string] {
    const { entry, values } = item;
    const { type, on = {}, params = {} } = entry;
    const Class = this.#class(type);
    const [hinge, inputs] = this.#hinge(item);
    const options = [
      ...inputs,
      ...Object.entries(on).map(
        ([input, connector]) =>
          `${keyOf(input)}: ${Array.isArray(connector) ? `[${connector.map((one) => this.#connector(one, values)).join(', ')}]` : this.#connector(connector, values)}`,
      ),
      ...this.#parameters(params, values),
    ];
    return [hinge, `new ${Class}({ ${options.join(', ')} }`];
  }

  /** A statement that makes the inputs of a hinge, and those that the constraint takes of them. */
  #hinge({ name, entry, values }: Item<ConstraintEntry> | Item<EnergyEntry>): readonly [string, readonly string[]] {
    const { hinge, on = {}, type } = entry;
    if (hinge === undefined) return ['', []];
    const variable = this.#declare(`${name} hinge`);
    const bodyOf = (reference: string): string => {
      const body = this.#scene.writtenOut(reference, values);
      return body === 'ground' ? 'world.ground' : this.#variables.get(body)!;
    };
    const numbers = literal(this.#evaluated({ at: hinge.at, axis: hinge.axis }, values)).slice(2);
    const made = this.#call('hingeInputs', `{ a: ${bodyOf(hinge.a)}, b: ${bodyOf(hinge.b)}, ${numbers}`);
    const taken = this.#scene.inputsOf(type).filter((input) => !Object.hasOwn(on, input));
    const part = (input: string): string => (JOINT.includes(input) ? 'joint' : 'turn');
    return [`const ${variable} = ${made};\n`, taken.map((input) => `${input}: ${variable}.${part(input)}.${input}`)];
  }

  #force({ entry, values }: Item<ForceEntry>): string {
    const value = (field: unknown): string => literal(this.#evaluated(field, values));
    const frameOf = ({ frame }: { readonly frame?: string | undefined }): string =>
      frame ? `, { frame: '${frame}' }` : '';
    switch (entry.type) {
      case 'gravity':
        return this.#call('gravity', value(entry.g));
      case 'drag': {
        const points = entry.points?.map((point) => this.#connector(point, values));
        return this.#call('drag', [value(entry.coefficient), ...(points ? [`[${points.join(', ')}]`] : [])].join(', '));
      }
      case 'constant':
        return this.#call(
          'constantForce',
          `${this.#connector(entry.on, values)}, ${value(entry.force)}${frameOf(entry)}`,
        );
      case 'torque':
        return this.#call('torque', `${this.#torqueTarget(entry.on, values)}, ${value(entry.torque)}${frameOf(entry)}`);
      case 'spring':
      case 'torsionSpring': {
        const { type, a, b, ...numbers } = entry;
        const ends = `a: ${this.#connector(a, values)}, b: ${this.#connector(b, values)}`;
        return this.#call(type, `{ ${ends}, ${value(numbers).slice(2)}`);
      }
    }
  }

  #collide({ shapes, exclude, laws }: SceneCollisions): string {
    const list = shapes.map(({ body, options }) => {
      const fields = literal(options).slice(2);
      return `  { ${body === undefined ? '' : `body: ${this.#variables.get(body)!}, `}${fields},\n`;
    });
    const pairs = exclude.map((names) => `[${names.map((name) => this.#variables.get(name)!).join(', ')}]`);
    const others = Object.entries(laws).map(([key, value]) => `, ${key}: ${literal(value)}`);
    const apart = pairs.length > 0 ? `, exclude: [${pairs.join(', ')}]` : '';
    return `${this.#call('collide', `world, { shapes: [\n${list.join('')}]${apart}${others.join('')} }`)};`;
  }

  #torqueTarget(reference: string, values: Values): string {
    const name = this.#scene.writtenOut(reference, values);
    return this.#variables.get(name) ?? this.#connector(reference, values);
  }

  #connector(entry: ConnectorEntry, values: Values): string {
    if (typeof entry === 'object') {
      if ('scalar' in entry) return `world.ground.scalar(${literal(this.#evaluated(entry.scalar, values))})`;
      if ('ground' in entry) return `world.ground.point(${literal(this.#evaluated(entry.ground, values))})`;
      return `world.ground.direction(${literal(this.#evaluated(entry.direction, values))})`;
    }
    const reference = this.#scene.writtenOut(entry, values);
    const dot = reference.indexOf('.');
    const [name, member] = dot < 0 ? [reference, ''] : [reference.slice(0, dot), reference.slice(dot + 1)];
    const variable = this.#variables.get(name)!;
    const { entry: body, values: own } = this.#scene.items.bodies.find((item) => item.name === name)!;
    if (body.kind === 'rigid') {
      const { points = {}, directions = {}, position } = body as RigidEntry;
      if (Object.hasOwn(points, member)) return `${variable}.point(${literal(this.#evaluated(points[member], own))})`;
      if (Object.hasOwn(directions, member))
        return `${variable}.direction(${literal(this.#evaluated(directions[member], own))})`;
      return member === '' ? `${variable}.point(${literal(position.map(() => 0))})` : `${variable}.${member}`;
    }
    if (member === '') return variable;
    if (body.kind === 'particle') return `${variable}.${member}`;
    return `${variable}.${this.#scene.connectorKind(reference)}s.${member}`;
  }
}

const unsupported = (path: Path, what: string): SpecError =>
  new SpecError([sceneFault(path, `${what} has no counterpart in TypeScript yet.`)]);
