import { formatUnit } from '../../../units/format-unit.js';
import { JOULE, METRE, over, RADIAN, SECOND, type Dimension } from '../../../units/dimension.js';
import type { PlanBody } from '../../plan/bodies.js';
import type { Plan } from '../../plan/plan.js';
import { statePartsOf } from '../names.js';
import type { FmuModel } from './model.js';

/** A variable of an FMU; its value reference is its place in the list. */
export interface FmuVariable {
  readonly name: string;
  readonly causality: 'independent' | 'parameter' | 'calculatedParameter' | 'input' | 'output' | 'local';
  readonly description?: string | undefined;
  readonly unit?: string | undefined;
  readonly start?: number | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** Value reference of the variable that it is the rate of. */
  readonly derivative?: number | undefined;
}

/** The groups of variables, in the order of their value references. */
const GROUPS = [
  'time',
  'parameters',
  'handles',
  'limits',
  'state',
  'reactions',
  'energy',
  'residual',
  'watch',
] as const;
type Group = (typeof GROUPS)[number];

/** The first value reference of each group, and how many it has. */
export type FmuLayout = Readonly<Record<Group, { readonly first: number; readonly size: number }>> & {
  readonly count: number;
};

export function fmuLayout({ plan, watched, limits }: FmuModel): FmuLayout {
  const { parameters, inputs, nq, nv, rows } = plan;
  const sizes: Readonly<Record<Group, number>> = {
    time: 1,
    parameters: parameters.length,
    handles: inputs.length,
    limits: limits.length,
    state: nq + nv,
    reactions: rows,
    energy: 2,
    residual: 2,
    watch: watched.length,
  };
  let count = 0;
  const places = GROUPS.map((group) => {
    const first = count;
    count += sizes[group];
    return [group, { first, size: sizes[group] }] as const;
  });
  return { ...(Object.fromEntries(places) as Omit<FmuLayout, 'count'>), count };
}

const SPEED = over(METRE, SECOND);
const TURN = over(RADIAN, SECOND);
/** Units of the parts of a state that have the same name in all scenes. */
const UNITS: Readonly<Record<string, Dimension>> = {
  position: METRE,
  velocity: SPEED,
  angle: RADIAN,
  angularVelocity: TURN,
};

/** All variables of a scene's FMU, in the order of their value references. */
export function variablesOf(model: FmuModel): FmuVariable[] {
  const { plan } = model;
  const layout = fmuLayout(model);
  return [
    { name: 'time', causality: 'independent', description: 'time', unit: formatUnit(SECOND) },
    ...plan.parameters.map(({ name, value, isDerived, unit, min, max, doc }): FmuVariable => ({
      name: `parameters.${name}`,
      causality: isDerived ? 'calculatedParameter' : 'parameter',
      description: doc,
      unit,
      min,
      max,
      ...(!isDerived && { start: value }),
    })),
    ...plan.handles.flatMap(({ name, size, isScalar, first }) =>
      entriesOf(`handles.${quoted(name)}`, size, (i) => ({
        causality: 'input',
        description: 'where the handle is to be at the end of the communication step',
        unit: isScalar ? undefined : formatUnit(METRE),
        start: plan.inputs[first + i],
      })),
    ),
    ...model.limits.map(({ of, value, description }): FmuVariable => ({
      name: `limits.${of}`,
      causality: 'parameter',
      description: `limit beyond which a step is discarded: ${description}`,
      min: 0,
      start: value,
    })),
    ...stateOf(plan, layout.state.first),
    ...plan.constraints.flatMap(({ name, rows, derivation }) =>
      entriesOf(`reactions.${quoted(name)}`, rows, (i) => {
        const unit = derivation.units.rows[i]?.lambda;
        return {
          causality: 'output',
          description: 'multiplier of the constraint at the end of the last step',
          unit: unit && formatUnit(unit),
        };
      }),
    ),
    ...['kinetic', 'potential'].map((name): FmuVariable => ({
      name: `energy.${name}`,
      causality: 'output',
      unit: formatUnit(JOULE),
    })),
    ...['C', 'Cdot'].map((name): FmuVariable => ({
      name: `residual.${name}`,
      causality: 'local',
      description: `largest error of a constraint${name === 'C' ? '' : "'s rate"} at the present state`,
    })),
    ...model.watched.map((name): FmuVariable => ({
      name: `watch.${name}`,
      causality: 'local',
      description: 'the worst of the last communication step',
    })),
  ];
}

/** Coordinates and velocities, which are in the order of the state. */
function stateOf(plan: Plan, first: number): FmuVariable[] {
  const variables: FmuVariable[] = [];
  const add = (body: PlanBody, isRate: boolean): void => {
    const parts = statePartsOf(plan, body);
    // Coordinates of a parametric body have the same names as their rates.
    const isOwn = parts.values.some(({ name }) => parts.rates.some((rate) => rate.name === name));
    const base = `bodies.${quoted(body.name)}${isOwn ? (isRate ? '.rates' : '.coordinates') : ''}`;
    (isRate ? parts.rates : parts.values).forEach(({ name, first: at, size }, k) => {
      const unit = isOwn ? undefined : UNITS[name];
      const known = body.coordinates[k]!;
      entriesOf(`${base}.${quoted(name)}`, size, (i) => ({
        causality: 'output',
        unit: unit && formatUnit(unit),
        ...(isRate && !known.isOrientation && { derivative: first + parts.values[k]!.first + i }),
      })).forEach((one, i) => (variables[at + i] = one));
    });
  };
  for (const body of plan.bodies) {
    add(body, false);
    add(body, true);
  }
  return variables;
}

/** The entries of a vector as variables: `name[1]`, `name[2]`; a number alone has no index. */
const entriesOf = (name: string, size: number, of: (i: number) => Omit<FmuVariable, 'name'>): FmuVariable[] =>
  Array.from({ length: size }, (_, i) => ({ name: size === 1 ? name : `${name}[${i + 1}]`, ...of(i) }));

/** A name of the document as part of a structured name: in quotes where it is no identifier. */
const quoted = (name: string): string =>
  /^[A-Za-z_]\w*$/.test(name) ? name : `'${name.replace(/['\\]/g, (sign) => `\\${sign}`)}'`;
