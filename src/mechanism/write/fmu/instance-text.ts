import { numbersText } from '../c-layout.js';
import type { ModuleHead } from '../module-text.js';
import { CATEGORIES } from './description.js';
import type { FmuModel } from './model.js';
import { fmuLayout, variablesOf } from './variables.js';

/**
 * An instance of an FMU in C, and what its functions share. All names begin with a small letter, which
 * no class does.
 */
export function instanceText(model: FmuModel, { className, hash }: ModuleHead): string {
  const { first, arrays } = placesOf(model);
  const { plan, watched, limits } = model;
  const { inputs, parameters } = plan;
  // Their names are made of letters, digits and the signs of "_-.[]'", which texts in C may have.
  const variables = variablesOf(model);
  return `static const char token[] = "${hash}";
static const char *const categories[] = {${CATEGORIES.map(([name]) => `"${name}"`).join(', ')}};
enum { categoryCount = ${CATEGORIES.length}, errors = ${CATEGORIES.findIndex(([name]) => name === 'logStatusError')} };
enum mode { instantiated = 1, initializing = 2, stepping = 4, terminated = 8 };

// Value references, of which each group has as many as its array has entries.
enum {
${first.map(([name, at]) => `  ${name} = ${at},`).join('\n')}
};
// Names of variables, by their value references.
static const char *const variableNames[variableCount] = {
${variables.map(({ name }) => `  "${name}",`).join('\n')}
};
static const double limitsAtFirst[${limits.length}] = ${numbersText(limits.map(({ value }) => value))};
${
  parameters.length === 0
    ? ''
    : `// Parameters that follow others by formulas.
static const bool isCalculated[${parameters.length}] = {${parameters.map(({ isDerived }) => isDerived).join(', ')}};
`
}
// What an instance is at a point in time: that is all that steps read.
struct snapshot {
  char token[sizeof token];
  enum mode mode;
  bool ends;
  double end;
  double limits[${limits.length}];
  double watch[${watched.length}];
  ${className} m;
};

struct component {
  struct snapshot now;
  struct snapshot before; // to which a call goes back that is discarded
  fmi3InstanceEnvironment environment;
  fmi3LogMessageCallback log;
  bool logs[categoryCount];
};

static void begin(struct snapshot *now) {
  memset(now, 0, sizeof *now);
  memcpy(now->token, token, sizeof token);
  memcpy(now->limits, limitsAtFirst, sizeof limitsAtFirst);
  now->mode = instantiated;
  now->watch[0] = 1.0;
  ${className}_init(&now->m);
}

// Puts bodies where parameters have them, and handles where they were set; then assembles them at the present time.
static bool arrange(struct snapshot *now) {
  const double time = now->m.time;
${
  inputs.length === 0
    ? ''
    : `  double target[${inputs.length}];
  memcpy(target, now->m.target, sizeof target);
`
}  ${className}_begin(&now->m);
  now->m.time = time;
${
  inputs.length === 0
    ? ''
    : `  memcpy(now->m.target, target, sizeof target);
  memcpy(now->m.u, target, sizeof target);
`
}  return ${className}_assemble(&now->m);
}

// The place of a variable that is kept; NULL for one that is computed, and for none.
static double *placeOf(struct snapshot *now, fmi3ValueReference r) {
  if (r == timeFirst) return &now->m.time;
${arrays.map(([name, member, size]) => `  if (r >= ${name}First && r < ${name}First + ${size}) return &now->${member}[r - ${name}First];`).join('\n')}
  return NULL;
}

// Logs a message, and returns the status. After an error an instance has to be reset, or set back.
static fmi3Status refuse(struct component *own, fmi3Status status, const char *format, ...) {
  const int category = status == fmi3Error ? errors : !errors;
  if (status == fmi3Error) own->now.mode = terminated;
  if (own->log == NULL || !own->logs[category]) return status;
  char message[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  own->log(own->environment, status, categories[category], message);
  return status;
}

static fmi3Status absent(fmi3Instance instance, const char *message) {
  return instance == NULL ? fmi3Error : refuse(instance, fmi3Error, "%s", message);
}

static fmi3Instance none(fmi3InstanceEnvironment environment, fmi3LogMessageCallback log, const char *message) {
  if (log != NULL) log(environment, fmi3Error, categories[errors], message);
  return NULL;
}

// True in one of these modes; otherwise the call is an error.
static bool isIn(struct component *own, int modes, const char *name) {
  if (own == NULL) return false;
  const enum mode mode = own->now.mode;
  if ((modes & (int)mode) != 0) return true;
  refuse(own, fmi3Error, "%s: not in this mode, which is %s.", name,
         mode == instantiated   ? "Instantiated"
         : mode == initializing ? "Initialization Mode"
         : mode == stepping     ? "Step Mode"
                                : "Terminated");
  return false;
}`;
}

/** The first value reference of each group, and the members that hold those which are kept. */
function placesOf(model: FmuModel): {
  readonly first: readonly (readonly [name: string, at: number])[];
  readonly arrays: readonly (readonly [name: string, member: string, size: number])[];
} {
  const { count, ...groups } = fmuLayout(model);
  const members: Readonly<Record<string, string>> = {
    parameters: 'm.parameters',
    handles: 'm.target',
    limits: 'limits',
    state: 'm.state',
    reactions: 'm.lambda',
    watch: 'watch',
  };
  const entries = Object.entries(groups);
  return {
    first: [...entries.map(([name, { first }]) => [`${name}First`, first] as const), ['variableCount', count]],
    arrays: entries.flatMap(([name, { size }]) =>
      members[name] === undefined || size === 0 ? [] : [[name, members[name], size] as const],
    ),
  };
}
