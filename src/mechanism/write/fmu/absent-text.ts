const REFERENCES = 'const fmi3ValueReference valueReferences[], size_t nValueReferences';
const DERIVATIVES = `const fmi3ValueReference unknowns[], size_t nUnknowns, const fmi3ValueReference knowns[], size_t nKnowns, const fmi3Float64 seed[], size_t nSeed, fmi3Float64 sensitivity[], size_t nSensitivity`;
const NUMBERS = 'Float32 Int8 UInt8 Int16 UInt16 Int32 UInt32 Int64 UInt64 Boolean String'.split(' ');

/** Functions for variables of types that an FMU of ours has none of: their names, and their parameters. */
const OF_OTHER_TYPES: readonly (readonly [name: string, parameters: string])[] = [
  ...NUMBERS.flatMap((type): [string, string][] => [
    [`Get${type}`, `fmi3${type} values[], size_t nValues`],
    [`Set${type}`, `const fmi3${type} values[], size_t nValues`],
  ]),
  ['GetBinary', 'size_t valueSizes[], fmi3Binary values[], size_t nValues'],
  ['SetBinary', 'const size_t valueSizes[], const fmi3Binary values[], size_t nValues'],
  ['GetClock', 'fmi3Clock values[]'],
  ['SetClock', 'const fmi3Clock values[]'],
];

/** Functions of other interfaces, and of capabilities that the description does not claim. */
const OF_OTHER_FMUS: readonly (readonly [name: string, parameters: string])[] = [
  ['EnterEventMode', ''],
  ['EnterStepMode', ''],
  ['EnterConfigurationMode', ''],
  ['ExitConfigurationMode', ''],
  ['EnterContinuousTimeMode', ''],
  ['EvaluateDiscreteStates', ''],
  [
    'UpdateDiscreteStates',
    'fmi3Boolean* discreteStatesNeedUpdate, fmi3Boolean* terminateSimulation, fmi3Boolean* nominalsOfContinuousStatesChanged, fmi3Boolean* valuesOfContinuousStatesChanged, fmi3Boolean* nextEventTimeDefined, fmi3Float64* nextEventTime',
  ],
  ['GetNumberOfVariableDependencies', 'fmi3ValueReference valueReference, size_t* nDependencies'],
  [
    'GetVariableDependencies',
    'fmi3ValueReference dependent, size_t elementIndicesOfDependent[], fmi3ValueReference independents[], size_t elementIndicesOfIndependents[], fmi3DependencyKind dependencyKinds[], size_t nDependencies',
  ],
  ['GetDirectionalDerivative', DERIVATIVES],
  ['GetAdjointDerivative', DERIVATIVES],
  ['GetOutputDerivatives', `${REFERENCES}, const fmi3Int32 orders[], fmi3Float64 values[], size_t nValues`],
  ['GetIntervalDecimal', `${REFERENCES}, fmi3Float64 intervals[], fmi3IntervalQualifier qualifiers[]`],
  [
    'GetIntervalFraction',
    `${REFERENCES}, fmi3UInt64 counters[], fmi3UInt64 resolutions[], fmi3IntervalQualifier qualifiers[]`,
  ],
  ['GetShiftDecimal', `${REFERENCES}, fmi3Float64 shifts[]`],
  ['GetShiftFraction', `${REFERENCES}, fmi3UInt64 counters[], fmi3UInt64 resolutions[]`],
  ['SetIntervalDecimal', `${REFERENCES}, const fmi3Float64 intervals[]`],
  ['SetIntervalFraction', `${REFERENCES}, const fmi3UInt64 counters[], const fmi3UInt64 resolutions[]`],
  ['SetShiftDecimal', `${REFERENCES}, const fmi3Float64 shifts[]`],
  ['SetShiftFraction', `${REFERENCES}, const fmi3UInt64 counters[], const fmi3UInt64 resolutions[]`],
  [
    'CompletedIntegratorStep',
    'fmi3Boolean noSetFMUStatePriorToCurrentPoint, fmi3Boolean* enterEventMode, fmi3Boolean* terminateSimulation',
  ],
  ['SetTime', 'fmi3Float64 time'],
  ['SetContinuousStates', 'const fmi3Float64 continuousStates[], size_t nContinuousStates'],
  ['GetContinuousStates', 'fmi3Float64 continuousStates[], size_t nContinuousStates'],
  ['GetContinuousStateDerivatives', 'fmi3Float64 derivatives[], size_t nContinuousStates'],
  ['GetNominalsOfContinuousStates', 'fmi3Float64 nominals[], size_t nContinuousStates'],
  ['GetEventIndicators', 'fmi3Float64 eventIndicators[], size_t nEventIndicators'],
  ['GetNumberOfEventIndicators', 'size_t* nEventIndicators'],
  ['GetNumberOfContinuousStates', 'size_t* nContinuousStates'],
  ['ActivateModelPartition', 'fmi3ValueReference clockReference, fmi3Float64 activationTime'],
];

/** Ways to make an instance that is not one of co-simulation. */
const OTHER_INSTANCES: readonly (readonly [name: string, parameters: string])[] = [
  ['InstantiateModelExchange', ''],
  [
    'InstantiateScheduledExecution',
    ', fmi3ClockUpdateCallback clockUpdate, fmi3LockPreemptionCallback lockPreemption, fmi3UnlockPreemptionCallback unlockPreemption',
  ],
];

/**
 * The functions that the standard wants in every FMU, and that fail in ours. To get or set no variable
 * at all of a type is no fault.
 */
export const ABSENT = [
  ...OF_OTHER_TYPES.map(([name, parameters]) =>
    failing(`${REFERENCES}, ${parameters}`, name, (own) => [
      'if (instance != NULL && nValueReferences == 0) return fmi3OK;',
      `return absent(instance, "${own}: no variable has this type.");`,
    ]),
  ),
  ...OF_OTHER_FMUS.map(([name, parameters]) =>
    failing(parameters, name, (own) => [`return absent(instance, "${own}: this FMU cannot do it.");`]),
  ),
  ...OTHER_INSTANCES.map(
    ([name, parameters]) => `FMI3_Export fmi3Instance fmi3${name}(
    fmi3String instanceName, fmi3String instantiationToken, fmi3String resourcePath, fmi3Boolean visible, fmi3Boolean loggingOn,
    fmi3InstanceEnvironment instanceEnvironment, fmi3LogMessageCallback logMessage${parameters}) {
  ${unusedOf(`fmi3String instanceName, fmi3String instantiationToken, fmi3String resourcePath, fmi3Boolean visible${parameters}`)}
  return none(instanceEnvironment, loggingOn ? logMessage : NULL, "fmi3${name}: this FMU is for co-simulation.");
}`,
  ),
].join('\n\n');

function failing(parameters: string, name: string, body: (own: string) => readonly string[]): string {
  const statements = body(`fmi3${name}`);
  const isUsed = (one: string): boolean => statements.some((statement) => statement.includes(one));
  const unused = unusedOf(parameters, isUsed);
  const all = ['fmi3Instance instance', ...(parameters === '' ? [] : [parameters])].join(', ');
  return `FMI3_Export fmi3Status fmi3${name}(${all}) {
  ${[...(unused === '' ? [] : [unused]), ...statements].join('\n  ')}
}`;
}

/** Statements that say of parameters that nothing reads them. */
function unusedOf(parameters: string, isUsed: (name: string) => boolean = () => false): string {
  const names = parameters
    .split(',')
    .flatMap((one) => /(\w+)(?:\[\])?$/.exec(one.trim())?.[1] ?? [])
    .filter((one) => !isUsed(one));
  return names.map((one) => `(void)${one};`).join(' ');
}
