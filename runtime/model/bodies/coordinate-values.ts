import { describeCurve, isCurveParameter } from '../../curves/curve-parameters.js';
import { checkNumber, checkVector, readOptions } from '../../base/check.js';
import { HolonomicRuntimeError } from '../../base/errors.js';
import { shownFormulas } from '../../base/text.js';
import { withAccessors } from '../../base/printing.js';
import type { BodyBinding, CoordinateViews } from './body-binding.js';
import type { BodyType, CoordinateDescription } from './body-type.js';
import { checkCoordinateRange, layoutOf } from './coordinate-layout.js';
import { readOrientation } from './orientation.js';

/** Shows the coordinates of a body in messages: `theta = 0.3, p = [1, 2]`. */
export function showCoordinates(body: BodyBinding): string {
  return layoutOf(body.type)
    .coordinates.map(({ description: { name, kind, size }, q }) => {
      const values = Array.from(body.q.subarray(q, q + size), (value) => Number(value.toPrecision(6)));
      return `${name} = ${kind === 'scalar' ? values[0]! : `[${values.join(', ')}]`}`;
    })
    .join(', ');
}

/** Describes a body by its formulas and the coordinates where they have no value. */
export function describeFormulas(body: BodyBinding): string {
  const { connectors, energy } = body.type.formula;
  const own = Object.entries(connectors).flatMap(([name, formula]) => (name === formula ? [] : [formula]));
  const formulas = energy === undefined ? own : [...own, energy];
  let offset = body.offset;
  const curves = body.type.params.flatMap((param) => {
    const first = offset;
    offset += param.size;
    return isCurveParameter(param) ? [describeCurve(param, body.values[first]!)] : [];
  });
  return `${body.label} (${shownFormulas(formulas)}), with ${[showCoordinates(body), ...curves].join(', ')}`;
}

/** Checks `value` as a value of the coordinate and writes it to `target`. */
function writeValue(description: CoordinateDescription, value: unknown, label: string, target: Float64Array): void {
  const { name, kind, size } = description;
  const what = `Coordinate '${name}' of ${label}`;
  if (kind === 'orientation') {
    target.set(readOrientation(value, what));
    return;
  }
  const checked = kind === 'scalar' ? Float64Array.of(checkNumber(value, what)) : checkVector(value, size, what);
  checkCoordinateRange(label, description, checked, 0);
  target.set(checked);
}

/** Checks `value` as a rate of the coordinate and writes it to `target`. */
function writeRate(
  { name, kind, rateSize }: CoordinateDescription,
  value: unknown,
  label: string,
  target: Float64Array,
): void {
  const what = `Rate of coordinate '${name}' of ${label}`;
  if (kind === 'scalar') target[0] = checkNumber(value, what);
  else target.set(checkVector(value, rateSize, what));
}

/**
 * Reads values of all coordinates, and the given rates, by name. Throws E_OPTIONS,
 * E_COORDINATE_MISSING, E_OPTION_UNKNOWN, E_COORDINATE_RANGE, E_QUATERNION, E_NUMBER, E_VECTOR,
 * E_DIMENSION, E_NOT_FINITE.
 */
export function readCoordinates(
  binding: BodyBinding,
  givenValues: Readonly<Record<string, unknown>>,
  givenRates: Readonly<Record<string, unknown>>,
): void {
  const { type, label } = binding;
  const names = type.coordinates.map(({ name }) => name);
  const lacks = `${type.name} has no coordinate`;
  const values = readOptions(givenValues, `Coordinates of ${type.name}`, names, lacks);
  const rates = readOptions(givenRates, `Rates of ${type.name}`, names, lacks);
  type.coordinates.forEach((description, i) => {
    const { name } = description;
    const { value, rate } = binding.part(i);
    if (values[name] === undefined) {
      throw new HolonomicRuntimeError(
        'E_COORDINATE_MISSING',
        `${type.name} needs the coordinate '${name}'.`,
        `Give ${name}: ${description.kind === 'scalar' ? 'a number' : `an array of ${description.size} numbers`}.`,
      );
    }
    writeValue(description, values[name], label, value);
    if (rates[name] !== undefined) writeRate(description, rates[name], label, rate);
  });
}

const owners = new WeakMap<object, BodyBinding>();
type Which = keyof CoordinateViews | 'acceleration';
/** Accessors, one set per type of body, for values, rates and accelerations. */
const accessors: Readonly<Record<Which, WeakMap<BodyType, PropertyDescriptorMap>>> = {
  value: new WeakMap(),
  rate: new WeakMap(),
  acceleration: new WeakMap(),
};

function accessorsOf(type: BodyType, which: Which): PropertyDescriptorMap {
  const known = accessors[which].get(type);
  if (known) return known;
  const properties: PropertyDescriptorMap = {};
  type.coordinates.forEach((description, i) => {
    properties[description.name] = {
      enumerable: true,
      get(this: object): number | Float64Array {
        const binding = owners.get(this)!;
        const view = which === 'acceleration' ? binding.accelerationsOf(i) : binding.part(i)[which];
        return description.kind === 'scalar' ? view[0]! : view;
      },
      ...(which === 'acceleration'
        ? {}
        : {
            set(this: object, value: unknown) {
              const binding = owners.get(this)!;
              const write = which === 'value' ? writeValue : writeRate;
              write(description, value, binding.label, binding.part(i)[which]);
            },
          }),
    };
  });
  accessors[which].set(type, properties);
  return properties;
}

/**
 * Returns an object with one accessor per coordinate, for its value, its rate, or its acceleration,
 * which is read only. A scalar reads as a number, others as views; writing checks the value.
 */
export function coordinateAccessors(binding: BodyBinding, which: Which): object {
  const coordinates = withAccessors(accessorsOf(binding.type, which));
  owners.set(coordinates, binding);
  return coordinates;
}
