import type { Connector, Constraint, PointConnector } from '../../../runtime/index.js';
import { drivenInputs, type DrivenInputs } from '../../mechanism/equations/power.js';
import type { Value } from '../../lower/program.js';
import type { PlanConnector } from '../../mechanism/plan/connectors.js';
import type { Plan } from '../../mechanism/plan/plan.js';
import { refusal } from '../../mechanism/refusal.js';
import { isGearing } from '../../painter/gearing/gearing.js';
import { boxAround, grow } from '../../painter/plane.js';
import { isRigidBody } from '../../painter/rigid.js';
import { connectorsOf } from '../../painter/connectors.js';
import { Wires } from '../../painter/wire.js';
import { quote } from '../../diagnostics/index.js';
import type { ConnectorEntry } from '../../scene/document.js';
import type { SceneWorld } from '../../scene/read-scene.js';
import { drivenConnectors } from '../../simulate/driver-power.js';
import { describedScene } from '../scene-controls.js';
import type { ModuleBody, ModuleConnector, ModuleConstraint, ModuleParts, ModulePicture } from './module-scene.js';

/** What is shown of a scene: data, and values that functions of the page compute. */
export interface Description {
  readonly parts: ModuleParts;
  readonly numbers: readonly Value[];
  /** The connectors whose values are the places. */
  readonly connectors: readonly PlanConnector[];
  readonly driven: DrivenInputs;
  /** A constraint of each class that has wires. */
  readonly wired: ReadonlySet<Constraint>;
}

/** Describes what pictures and hands need of a world. Throws a SpecError for what a page has no means to show. */
export function describeModule(plan: Plan, built: SceneWorld): Description {
  return new Describer(plan, built).describe();
}

class Describer {
  readonly #plan: Plan;
  readonly #built: SceneWorld;
  readonly #values: ReadonlyMap<string, number>;
  readonly #numbers: Value[] = [];
  readonly #sites = new Map<Connector, number>();
  readonly #connectors: ModuleConnector[] = [];
  readonly #planned: PlanConnector[] = [];
  readonly #handles: ReadonlySet<PlanConnector>;
  #places = 0;
  readonly #wired = new Map<string, Constraint>();

  constructor(plan: Plan, built: SceneWorld) {
    this.#plan = plan;
    this.#built = built;
    this.#values = new Map(plan.scene.params.map(({ name, value }) => [name, value]));
    const { bodies } = plan.scene.items;
    const handles = bodies.filter(({ entry }) => entry.kind === 'handle');
    this.#handles = new Set(handles.map(({ name }) => plan.connectors.find(name, this.#values)));
  }

  describe(): Description {
    const { scene, quantities, space, document } = this.#plan;
    const { settings = {} } = document;
    const { drivers = [], picture } = this.#built;
    if (picture.forces === true) throw refusal('The scene shows forces.');
    if ((picture.ropes ?? []).length > 0) throw refusal('The scene shows ropes.');
    for (const [quantity, otherwise] of [
      [settings.dt, scene.dt],
      [settings.until, scene.until],
    ] as const)
      this.#numbers.push(quantities.value(quantity ?? otherwise, this.#values));
    const bodies = this.#plan.bodies.map((_, i) => this.#body(i));
    const constraints = [...this.#built.constraints].map((entry) => this.#constraint(...entry));
    const springs = this.#plan.forces.flatMap((force) =>
      force.type === 'spring' ? [[this.#drawn(force.a), this.#drawn(force.b)] as const] : [],
    );
    const nameOf = new Map([...this.#built.constraints].map(([name, constraint]) => [constraint, name]));
    const driven = drivenInputs(drivers, (constraint) => nameOf.get(constraint)!);
    const hasWork =
      driven.size > 0 ||
      this.#plan.forces.some((force) => force.type === 'drag' || force.type === 'torque' || 'damping' in force);
    const { title, summary, params } = describedScene(scene);
    const traces = this.#traces();
    const shown = this.#picture([...drivenConnectors(drivers)]);
    return {
      parts: {
        title,
        summary,
        params,
        space,
        assembly: settings.assemble ?? true,
        nq: this.#plan.nq,
        hasWork,
        numberOf: { numbers: this.#numbers.length, places: this.#places },
        bodies,
        connectors: this.#connectors,
        constraints,
        springs,
        traces,
        picture: shown,
      },
      numbers: this.#numbers,
      connectors: this.#planned,
      driven,
      wired: new Set(this.#wired.values()),
    };
  }

  #body(i: number): ModuleBody {
    const { nq, space, bodies } = this.#plan;
    const { name, derivation, q, v, parameters } = bodies[i]!;
    const { body } = this.#built.bodies.get(name)!;
    const isRigid = isRigidBody(body);
    if (derivation !== undefined && !isRigid) throw refusal(`The body ${quote(name)} has coordinates of its own.`);
    const mass = this.#numbers.push(...parameters) - parameters.length;
    return { name, kind: isRigid ? (space === 2 ? 'planar' : 'spatial') : 'particle', q, v: nq + v, mass };
  }

  #constraint(name: string, constraint: Constraint): ModuleConstraint {
    const plan = this.#plan.constraints.find((one) => one.name === name)!;
    const { type } = constraint;
    const found = connectorsOf(constraint).map((connector, i) => this.#site(connector, plan.inputs[i]!));
    const { rows, inputs, formula } = type;
    const shown = {
      name: type.name,
      rows,
      inputs: inputs.map((input) => ({ name: input.name, kind: input.kind, size: input.size })),
      formula: { C: formula.C, where: formula.where },
    } as unknown as ModuleConstraint['type'];
    const hasWire = this.#hasWire(constraint);
    if (!hasWire && !isGearing(type)) return { name, type: shown, connectors: found };
    if (hasWire) this.#wired.set(type.name, constraint);
    let at = this.#numbers.push(...plan.parameters) - plan.parameters.length;
    const params = type.params.map((param) => {
      const own = { name: param.name, at, size: param.size };
      at += param.size;
      return own;
    });
    return { name, type: shown, connectors: found, params };
  }

  /** A constraint without one has no space: nobody asks it for its curve. */
  #hasWire(constraint: Constraint): boolean {
    const { world } = this.#built;
    const places = this.#places > 0 ? connectorsOf(constraint).filter(({ kind }) => kind === 'point') : [];
    const box = boxAround(
      places.map((one) => (one as PointConnector).position as unknown as readonly [number, number]),
    );
    return (
      world.space === 2 && box !== undefined && new Wires().of([constraint], world.time, grow(box, 1), false).length > 0
    );
  }

  #site(connector: Connector, planned: PlanConnector): number {
    let number = this.#sites.get(connector);
    if (number !== undefined) return number;
    number = this.#add(connector.kind, planned, connector.owner === null);
    this.#sites.set(connector, number);
    return number;
  }

  /** The end of a spring. */
  #drawn(planned: PlanConnector): number {
    const known = this.#planned.indexOf(planned);
    return known >= 0 ? known : this.#add('point', planned, !this.#handles.has(planned));
  }

  #add(kind: ModuleConnector['kind'], planned: PlanConnector, isGround: boolean): number {
    const { size } = planned;
    const on = planned.kind === 'carried' ? this.#plan.bodies.indexOf(planned.body) : isGround ? 'ground' : 'handle';
    this.#connectors.push({ kind, size, on, at: this.#places });
    this.#places += size;
    return this.#planned.push(planned) - 1;
  }

  #named(connector: Connector, reference: ConnectorEntry): number {
    return this.#site(connector, this.#plan.connectors.find(reference, this.#values));
  }

  #traces(): ModuleParts['traces'] {
    const { items } = this.#plan.scene;
    return (this.#built.traces ?? []).map(({ label, point, fade }) => {
      const { entry, values } = items.traces.find(({ name }) => name === label)!;
      const site = this.#site(point, this.#plan.connectors.find(entry.point, values));
      const about = entry.about === undefined ? -1 : this.#bodyNumber(this.#plan.scene.writtenOut(entry.about, values));
      return { label, point: site, ...(fade !== undefined && { fade }), ...(about >= 0 && { about }) };
    });
  }

  #bodyNumber(name: string): number {
    return this.#plan.bodies.findIndex((body) => body.name === name);
  }

  #picture(driven: readonly Connector[]): ModulePicture {
    const { picture, bodies, constraints } = this.#built;
    const { document } = this.#plan;
    // Points of bodies that the document names are connectors, too.
    for (const [name, found] of bodies)
      for (const [member, connector] of found?.connectors ?? [])
        if (connector.kind === 'point') this.#named(connector, member === '' ? name : `${name}.${member}`);
    const site = (connector: Connector): number => {
      const number = this.#sites.get(connector);
      if (number === undefined) throw refusal('The picture has points that no constraint has.');
      return number;
    };
    const numberOf = (body: object): number =>
      this.#bodyNumber([...bodies].find(([, found]) => found?.body === body)![0]);
    const names = [...constraints.values()];
    const angles = (document.view?.shapes ?? []).flatMap((shape) => (shape.shape === 'angle' ? [shape] : []));
    const { frame, camera, rotating, follow, followAlong, layers } = picture;
    const texts = (list: ReadonlyMap<PointConnector, string>): [number, string][] =>
      [...list].map(([connector, text]) => [site(connector), text]);
    return plain({
      frame,
      camera,
      rotating,
      followAlong,
      looks: [...(picture.looks ?? [])].map(([body, look]) => [numberOf(body), look]),
      points: (picture.points ?? []).map(site),
      shapes: picture.shapes ?? [],
      fixed: picture.fixed ?? [],
      angles: (picture.angles ?? []).map(({ at, from, to, name }, i) => [
        this.#named(at, angles[i]!.at),
        this.#named(from, angles[i]!.from),
        this.#named(to, angles[i]!.to),
        name,
      ]),
      labels: texts(picture.labels),
      names: picture.names && texts(picture.names),
      follow: follow && site(follow),
      layers:
        layers &&
        [...layers].map(([of, far]) =>
          names.includes(of as Constraint)
            ? ['constraint', names.indexOf(of as Constraint), far]
            : ['body', numberOf(of), far],
        ),
      driven: driven.filter((one) => this.#sites.has(one)).map(site),
    });
  }
}

/** Data as JSON has it: typed arrays as lists. */
const plain = (value: object): ModulePicture =>
  JSON.parse(
    JSON.stringify(value, (_, one: unknown) => (ArrayBuffer.isView(one) ? Array.from(one as Float64Array) : one)),
  ) as ModulePicture;
