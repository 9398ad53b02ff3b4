import { numberInC } from '../../../emit/targets/c.js';
import type { FmuModel } from './model.js';
import { fmuLayout } from './variables.js';

/** The functions of FMI 3.0 that an FMU of a scene has a use for. */
export const functionsText = (model: FmuModel, className: string): string =>
  [LIFE, values(model, className), step(model, className), STATES].join('\n\n');

const LIFE = `FMI3_Export const char *fmi3GetVersion(void) { return fmi3Version; }

FMI3_Export fmi3Status fmi3SetDebugLogging(fmi3Instance instance, fmi3Boolean loggingOn, size_t nCategories,
                                           const fmi3String names[]) {
  struct component *own = instance;
  if (own == NULL) return fmi3Error;
  if (nCategories > 0 && names == NULL) return refuse(own, fmi3Error, "fmi3SetDebugLogging: there is no list.");
  bool logs[categoryCount];
  for (int k = 0; k < categoryCount; k++) logs[k] = nCategories == 0 ? loggingOn : own->logs[k];
  for (size_t i = 0; i < nCategories; i++) {
    int found = -1;
    for (int k = 0; k < categoryCount; k++)
      if (names[i] != NULL && strcmp(names[i], categories[k]) == 0) found = k;
    if (found < 0) return refuse(own, fmi3Error, "fmi3SetDebugLogging: entry %zu is no category.", i);
    logs[found] = loggingOn;
  }
  memcpy(own->logs, logs, sizeof logs);
  return fmi3OK;
}

FMI3_Export fmi3Instance fmi3InstantiateCoSimulation(
    fmi3String instanceName, fmi3String instantiationToken, fmi3String resourcePath, fmi3Boolean visible,
    fmi3Boolean loggingOn, fmi3Boolean eventModeUsed, fmi3Boolean earlyReturnAllowed,
    const fmi3ValueReference requiredIntermediateVariables[], size_t nRequiredIntermediateVariables,
    fmi3InstanceEnvironment instanceEnvironment, fmi3LogMessageCallback logMessage,
    fmi3IntermediateUpdateCallback intermediateUpdate) {
  (void)resourcePath; (void)visible; (void)earlyReturnAllowed; (void)requiredIntermediateVariables;
  (void)intermediateUpdate;
  const fmi3LogMessageCallback log = loggingOn ? logMessage : NULL;
  if (instanceName == NULL || instanceName[strspn(instanceName, " \\t\\n\\r")] == '\\0')
    return none(instanceEnvironment, log, "fmi3InstantiateCoSimulation: the instance has no name.");
  if (instantiationToken == NULL || strcmp(instantiationToken, token) != 0)
    return none(instanceEnvironment, log, "fmi3InstantiateCoSimulation: the token is that of another description.");
  if (eventModeUsed) return none(instanceEnvironment, log, "fmi3InstantiateCoSimulation: there is no Event Mode.");
  if (nRequiredIntermediateVariables > 0)
    return none(instanceEnvironment, log, "fmi3InstantiateCoSimulation: there are no intermediate updates.");
  struct component *own = calloc(1, sizeof *own);
  if (own == NULL) return none(instanceEnvironment, log, "fmi3InstantiateCoSimulation: there is no memory left.");
  begin(&own->now);
  own->environment = instanceEnvironment;
  own->log = logMessage;
  for (int k = 0; k < categoryCount; k++) own->logs[k] = loggingOn;
  return own;
}

FMI3_Export void fmi3FreeInstance(fmi3Instance instance) { free(instance); }

FMI3_Export fmi3Status fmi3Reset(fmi3Instance instance) {
  struct component *own = instance;
  if (own == NULL) return fmi3Error;
  begin(&own->now);
  return fmi3OK;
}

FMI3_Export fmi3Status fmi3EnterInitializationMode(fmi3Instance instance, fmi3Boolean toleranceDefined,
                                                   fmi3Float64 tolerance, fmi3Float64 startTime,
                                                   fmi3Boolean stopTimeDefined, fmi3Float64 stopTime) {
  struct component *own = instance;
  (void)toleranceDefined; (void)tolerance;
  if (!isIn(own, instantiated, "fmi3EnterInitializationMode")) return fmi3Error;
  if (!isfinite(startTime) || (stopTimeDefined && !(stopTime >= startTime)))
    return refuse(own, fmi3Error, "fmi3EnterInitializationMode: no time from %g to %g.", startTime, stopTime);
  own->now.m.time = startTime;
  own->now.ends = stopTimeDefined;
  own->now.end = stopTime;
  own->now.mode = initializing;
  arrange(&own->now);
  return fmi3OK;
}

FMI3_Export fmi3Status fmi3ExitInitializationMode(fmi3Instance instance) {
  struct component *own = instance;
  if (!isIn(own, initializing, "fmi3ExitInitializationMode")) return fmi3Error;
  if (!arrange(&own->now))
    return refuse(own, fmi3Error, "fmi3ExitInitializationMode: with these parameters, handles and start time, "
                  "the constraints do not hold near where the scene puts the bodies.");
  own->now.mode = stepping;
  return fmi3OK;
}

FMI3_Export fmi3Status fmi3Terminate(fmi3Instance instance) {
  struct component *own = instance;
  if (!isIn(own, stepping, "fmi3Terminate")) return fmi3Error;
  own->now.mode = terminated;
  return fmi3OK;
}`;

/** Getting and setting variables. */
function values(model: FmuModel, name: string): string {
  const { parameters, handles, limits } = fmuLayout(model);
  const within = (group: string, size: number): string => `r >= ${group}First && r < ${group}First + ${size}`;
  const hasParameters = parameters.size > 0;
  return `FMI3_Export fmi3Status fmi3GetFloat64(fmi3Instance instance, const fmi3ValueReference valueReferences[],
                                      size_t nValueReferences, fmi3Float64 values[], size_t nValues) {
  struct component *own = instance;
  if (!isIn(own, instantiated | initializing | stepping | terminated, "fmi3GetFloat64")) return fmi3Error;
  if (nValues != nValueReferences || (nValues > 0 && (valueReferences == NULL || values == NULL)))
    return refuse(own, fmi3Error, "fmi3GetFloat64: %zu values of %zu variables.", nValues, nValueReferences);
  for (size_t i = 0; i < nValues; i++) {
    const fmi3ValueReference r = valueReferences[i];
    const double *place = placeOf(&own->now, r);
    double pair[2] = {0.0, 0.0};
    if (place != NULL)
      values[i] = *place;
    else if (r >= variableCount)
      return refuse(own, fmi3Error, "fmi3GetFloat64: no variable has the value reference %u.", (unsigned)r);
    else if (r < residualFirst) {
      ${name}_energy(&own->now.m, &pair[0], &pair[1]);
      values[i] = pair[r - energyFirst];
    } else {
      ${name}_residual(&own->now.m, &pair[0], &pair[1]);
      values[i] = pair[r - residualFirst];
    }
  }
  return fmi3OK;
}

FMI3_Export fmi3Status fmi3SetFloat64(fmi3Instance instance, const fmi3ValueReference valueReferences[],
                                      size_t nValueReferences, const fmi3Float64 values[], size_t nValues) {
  struct component *own = instance;
  if (!isIn(own, instantiated | initializing | stepping, "fmi3SetFloat64")) return fmi3Error;
  if (nValues != nValueReferences || (nValues > 0 && (valueReferences == NULL || values == NULL)))
    return refuse(own, fmi3Error, "fmi3SetFloat64: %zu values of %zu variables.", nValues, nValueReferences);
${hasParameters ? '  bool changes = false;\n' : ''}  for (size_t i = 0; i < nValues; i++) {
    const fmi3ValueReference r = valueReferences[i];
    if (r >= variableCount)
      return refuse(own, fmi3Error, "fmi3SetFloat64: no variable has the value reference %u.", (unsigned)r);
${
  hasParameters
    ? `    if (${within('parameters', parameters.size)} && !isCalculated[r - parametersFirst]) changes = true;
    else `
    : '    '
}if (${
    handles.size > 0
      ? `${within('handles', handles.size)}) {
      if (!isfinite(values[i])) return refuse(own, fmi3Discard, "fmi3SetFloat64: #%u# (%s) cannot be %g.", (unsigned)r,
                    variableNames[r], values[i]);
    } else if (`
      : ''
  }${within('limits', limits.size)}) {
      if (!(values[i] >= 0.0)) return refuse(own, fmi3Discard, "fmi3SetFloat64: #%u# (%s) cannot be %g.", (unsigned)r,
                    variableNames[r], values[i]);
    } else
      return refuse(own, fmi3Error, "fmi3SetFloat64: #%u# (%s) cannot be set.", (unsigned)r, variableNames[r]);
  }
${hasParameters ? '  if (changes) memcpy(&own->before, &own->now, sizeof own->now);\n' : ''}  for (size_t i = 0; i < nValues; i++) {
    const fmi3ValueReference r = valueReferences[i];
${
  hasParameters
    ? `    if (${within('parameters', parameters.size)}) {
      if (${name}_set(&own->now.m, (int)(r - parametersFirst), values[i])) continue;
      memcpy(&own->now, &own->before, sizeof own->now);
      return refuse(own, fmi3Discard, "fmi3SetFloat64: with %g for #%u# (%s) a parameter is outside of its range.",
                    values[i], (unsigned)r, variableNames[r]);
    }
`
    : ''
}    *placeOf(&own->now, r) = values[i];
  }
  if (own->now.mode != stepping) arrange(&own->now);
  return fmi3OK;
}`;
}

/** Steps: those of the scene, or a little shorter, so that whole ones fill the communication step. */
function step({ plan, watched, limits }: FmuModel, name: string): string {
  const { nq, nv, dt, inputs } = plan;
  const isMoved = inputs.length > 0;
  return `// The first limit that a step keeps not, NaN included; -1 where it keeps all.
static int brokenBy(const struct snapshot *now, ${name}_Watch last) {
  const double *limits = now->limits;
  double size = 1.0;
  for (int i = ${nq}; i < ${nq + nv}; i++) size = fmax(size, fabs(now->m.state[i]));
${limits.map(({ kept }, i) => `  if (!(${kept(`limits[${i}]`)})) return ${i};`).join('\n')}
  return -1;
}

FMI3_Export fmi3Status fmi3DoStep(fmi3Instance instance, fmi3Float64 currentCommunicationPoint,
                                  fmi3Float64 communicationStepSize, fmi3Boolean noSetFMUStatePriorToCurrentPoint,
                                  fmi3Boolean *eventHandlingNeeded, fmi3Boolean *terminateSimulation,
                                  fmi3Boolean *earlyReturn, fmi3Float64 *lastSuccessfulTime) {
  static const char *const names[] = {${limits.map(({ of }) => `"${of}"`).join(', ')}};
  struct component *own = instance;
  (void)noSetFMUStatePriorToCurrentPoint;
  if (!isIn(own, stepping, "fmi3DoStep")) return fmi3Error;
  if (eventHandlingNeeded == NULL || terminateSimulation == NULL || earlyReturn == NULL || lastSuccessfulTime == NULL)
    return refuse(own, fmi3Error, "fmi3DoStep: a result has no place.");
  const double from = currentCommunicationPoint, span = communicationStepSize;
  const double count = fmax(1.0, ceil(span / ${numberInC(dt)} * (1.0 - 1e-9)));
  if (!(span > 0.0 && count < 1e15)) return refuse(own, fmi3Error, "fmi3DoStep: no step is %g s long.", span);
  struct snapshot *now = &own->now;
  if (!(fabs(from - now->m.time) <= 1e-3 * span))
    return refuse(own, fmi3Error, "fmi3DoStep: the time is %.17g s, not %.17g s.", now->m.time, from);
  if (now->ends && from + span > now->end + 1e-3 * span)
    return refuse(own, fmi3Error, "fmi3DoStep: the simulation ends at %.17g s.", now->end);
  memcpy(&own->before, now, sizeof *now);
  ${name} *m = &now->m;
  m->time = from;
  double worst[${watched.length}] = {1.0, 0.0, 0.0, 0.0};
${isMoved ? `  const double *start = own->before.m.u, *target = own->before.m.target;\n` : ''}  for (double k = 1.0; k <= count; k++) {
${isMoved ? `    if (count > 1.0)\n      for (int i = 0; i < ${inputs.length}; i++)\n        m->target[i] = k < count ? start[i] + (target[i] - start[i]) * (k / count) : target[i];\n` : ''}    const ${name}_Watch last = ${name}_step(m, span / count);
    const int broken = last.isFinite ? brokenBy(now, last) : ${limits.length};
    if (broken >= 0) {
      memcpy(now, &own->before, sizeof *now);
      if (broken == ${limits.length}) return refuse(own, fmi3Discard, "fmi3DoStep: from %.17g s the state leaves the numbers.", from);
      const double value[] = {${limits.map(({ of }) => `last.${of}`).join(', ')}};
      return refuse(own, fmi3Discard, "fmi3DoStep: from %.17g s %s becomes %g, beyond #%d# (%s).", from, names[broken],
                    value[broken], limitsFirst + broken, variableNames[limitsFirst + broken]);
    }
${watched.map((one, i) => `    worst[${i}] = ${i === 0 ? 'fmin' : 'fmax'}(worst[${i}], last.${one});`).join('\n')}
  }
  memcpy(now->watch, worst, sizeof worst);
  m->time = from + span;
  *eventHandlingNeeded = *terminateSimulation = *earlyReturn = fmi3False;
  *lastSuccessfulTime = m->time;
  return fmi3OK;
}`;
}

const STATES = `FMI3_Export fmi3Status fmi3GetFMUState(fmi3Instance instance, fmi3FMUState *FMUState) {
  struct component *own = instance;
  if (own == NULL) return fmi3Error;
  if (FMUState == NULL) return refuse(own, fmi3Error, "fmi3GetFMUState: the state has no place.");
  if (*FMUState == NULL) *FMUState = malloc(sizeof own->now);
  if (*FMUState == NULL) return refuse(own, fmi3Error, "fmi3GetFMUState: there is no memory left.");
  memcpy(*FMUState, &own->now, sizeof own->now);
  return fmi3OK;
}

FMI3_Export fmi3Status fmi3SetFMUState(fmi3Instance instance, fmi3FMUState FMUState) {
  struct component *own = instance;
  if (own == NULL) return fmi3Error;
  if (FMUState == NULL || memcmp(((const struct snapshot *)FMUState)->token, token, sizeof token) != 0)
    return refuse(own, fmi3Error, "fmi3SetFMUState: this is no state of this FMU.");
  memcpy(&own->now, FMUState, sizeof own->now);
  return fmi3OK;
}

FMI3_Export fmi3Status fmi3FreeFMUState(fmi3Instance instance, fmi3FMUState *FMUState) {
  if (instance == NULL) return fmi3Error;
  if (FMUState == NULL) return fmi3OK;
  free(*FMUState);
  *FMUState = NULL;
  return fmi3OK;
}

FMI3_Export fmi3Status fmi3SerializedFMUStateSize(fmi3Instance instance, fmi3FMUState FMUState, size_t *size) {
  struct component *own = instance;
  if (own == NULL) return fmi3Error;
  if (FMUState == NULL || size == NULL) return refuse(own, fmi3Error, "fmi3SerializedFMUStateSize: there is no state.");
  *size = sizeof own->now;
  return fmi3OK;
}

FMI3_Export fmi3Status fmi3SerializeFMUState(fmi3Instance instance, fmi3FMUState FMUState, fmi3Byte serializedState[],
                                             size_t size) {
  struct component *own = instance;
  if (own == NULL) return fmi3Error;
  if (FMUState == NULL || serializedState == NULL || size < sizeof own->now)
    return refuse(own, fmi3Error, "fmi3SerializeFMUState: %zu bytes, and a state has %zu.", size, sizeof own->now);
  memcpy(serializedState, FMUState, sizeof own->now);
  return fmi3OK;
}

FMI3_Export fmi3Status fmi3DeserializeFMUState(fmi3Instance instance, const fmi3Byte serializedState[], size_t size,
                                               fmi3FMUState *FMUState) {
  struct component *own = instance;
  if (own == NULL) return fmi3Error;
  if (FMUState == NULL || serializedState == NULL || size != sizeof own->now ||
      memcmp(serializedState + offsetof(struct snapshot, token), token, sizeof token) != 0)
    return refuse(own, fmi3Error, "fmi3DeserializeFMUState: these %zu bytes are no state of this FMU.", size);
  *FMUState = malloc(sizeof own->now);
  if (*FMUState == NULL) return refuse(own, fmi3Error, "fmi3DeserializeFMUState: there is no memory left.");
  memcpy(*FMUState, serializedState, sizeof own->now);
  return fmi3OK;
}`;
