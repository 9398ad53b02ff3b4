import { BASES, type Base, type Dimension } from '../../../units/dimension.js';
import { parseUnit } from '../../../units/parse-unit.js';
import * as Q from '../../../symbolic/rational.js';
import type { ModuleHead } from '../module-text.js';
import type { FmuModel } from './model.js';
import { variablesOf, type FmuVariable } from './variables.js';

/** The version of the standard's files. */
const VERSION = '3.0';
/** What tells our FMUs from those of others. */
export const GENERATOR = 'holonomic';
/** What an FMU logs, in the order of the bits that say which of them it does. */
export const CATEGORIES = [
  ['logStatusDiscard', 'why a step was not taken, or a value'],
  ['logStatusError', 'why a call failed'],
] as const;

const BASE_UNITS: Readonly<Partial<Record<Base, string>>> = {
  mass: 'kg',
  length: 'm',
  time: 's',
  current: 'A',
  temperature: 'K',
  amountOfSubstance: 'mol',
  luminousIntensity: 'cd',
  angle: 'rad',
};

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** `modelDescription.xml`: the variables of a scene, and what its FMU can do. */
export function modelDescription(model: FmuModel, { className, hash }: ModuleHead): string {
  const { plan } = model;
  const { title, summary } = plan.document;
  const variables = variablesOf(model);
  const units = [...new Set(variables.flatMap(({ unit }) => (unit === undefined ? [] : [normalized(unit)])))];
  const unknown = (name: string, isListed: (one: FmuVariable) => boolean): string[] =>
    variables.flatMap((one, valueReference) => (isListed(one) ? [element(name, { valueReference })] : []));
  const isOutput = ({ causality }: FmuVariable): boolean => causality === 'output';
  const head = {
    fmiVersion: VERSION,
    modelName: title,
    instantiationToken: hash,
    description: summary,
    generationTool: GENERATOR,
    variableNamingConvention: 'structured',
  };
  return document('fmiModelDescription', head, [
    element('CoSimulation', {
      modelIdentifier: className,
      canGetAndSetFMUState: true,
      canSerializeFMUState: true,
      canHandleVariableCommunicationStepSize: true,
      fixedInternalStepSize: plan.dt,
    }),
    ...(units.length > 0 ? [element('UnitDefinitions', {}, units.map(unitText))] : []),
    element(
      'LogCategories',
      {},
      CATEGORIES.map(([name, description]) => element('Category', { name, description })),
    ),
    element('DefaultExperiment', { startTime: 0, stopTime: plan.scene.until, stepSize: plan.dt }),
    element('ModelVariables', {}, variables.map(variableText)),
    element('ModelStructure', {}, [
      ...unknown('Output', isOutput),
      ...unknown('InitialUnknown', (one) => isOutput(one) || one.causality === 'calculatedParameter'),
    ]),
  ]);
}

/** `buildDescription.xml`: the sources that make a library. */
export const buildDescription = ({ className }: ModuleHead, sources: readonly string[]): string =>
  document('fmiBuildDescription', { fmiVersion: VERSION }, [
    element('BuildConfiguration', { modelIdentifier: className }, [
      element(
        'SourceFileSet',
        { language: 'C99' },
        sources.map((name) => element('SourceFile', { name })),
      ),
    ]),
  ]);

function variableText(
  { name, causality, description, unit, start, min, max, derivative }: FmuVariable,
  valueReference: number,
): string {
  const isParameter = causality === 'parameter' || causality === 'calculatedParameter';
  return element('Float64', {
    name,
    valueReference,
    description,
    causality,
    variability: isParameter ? 'tunable' : 'continuous',
    unit: unit === undefined ? undefined : normalized(unit),
    min,
    max,
    start,
    derivative,
  });
}

/** A unit with its exponents of base units, where it is a coherent one with whole exponents. */
function unitText(name: string): string {
  const parsed = parseUnit(name);
  const base = 'dimension' in parsed ? baseUnitOf(parsed.dimension) : undefined;
  return element('Unit', { name }, base === undefined ? [] : [element('BaseUnit', base)]);
}

function baseUnitOf(dimension: Dimension): Attributes | undefined {
  const used = BASES.filter((base) => !Q.isZero(dimension[base]));
  if (!used.every((base) => base in BASE_UNITS && Q.isInteger(dimension[base]))) return undefined;
  return Object.fromEntries(used.map((base) => [BASE_UNITS[base]!, Q.toText(dimension[base])]));
}

const document = (...root: Parameters<typeof element>): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${element(...root)}\n`;

function element(name: string, attributes: Attributes, parts: readonly string[] = []): string {
  const own = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${attributeText(value)}"`],
  );
  const head = `<${name}${own.join('')}`;
  if (parts.length === 0) return `${head}/>`;
  return `${head}>\n${parts.join('\n').replace(/^/gm, '  ')}\n</${name}>`;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function attributeText(value: string | number | boolean): string {
  if (typeof value !== 'string') return Object.is(value, -0) ? '-0' : String(value);
  return normalized(value).replace(/[&<>"]/g, (sign) => ESCAPES[sign]!);
}

/** A text without what XML cannot hold or would change: controls, halves of pairs, and breaks of lines. */
const normalized = (text: string): string => text.replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]+/gu, ' ');
