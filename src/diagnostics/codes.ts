/**
 * Every code that a diagnostic can carry, with its meaning in one line. The table is the single
 * source of the codes.
 */
export const CODES = {
  // The shape of a spec.
  E_SPEC_TYPE: 'A field of the spec does not have the type it must have.',
  E_SPEC_MISSING: 'A required field of the spec is missing.',
  E_SPEC_UNKNOWN_FIELD: 'The spec has a field that does not exist.',
  E_SPEC_TEXT: 'A text of the spec is empty, too long, or has characters that no text should have.',
  E_SPEC_SIZE: 'The spec has too many entries of one sort.',
  E_NAME_INVALID: 'A name is not an identifier of ASCII letters, digits and underscores.',
  E_NAME_RESERVED: 'A name means something already, in the formula language or in the emitted code.',
  E_NAME_CLASH: 'Two quantities of one spec have the same name.',
  E_CLASS_CLASH: 'Two specs would be emitted as classes of the same name.',
  E_PARAM_RANGE: 'The smallest value of a parameter is larger than its largest.',
  E_PARAM_DEFAULT: 'The default of a parameter has the wrong size or lies outside its range.',
  E_SAMPLE: 'A sampling range is not a finite range of a known input or parameter, or of time.',

  // Arguments and options of the toolkit's functions.
  E_OPTION: 'An argument or an option of a function does not have a value that it can have.',

  // Ensembles.
  W_REACTIONS: 'The reactions of constraints are not unique, since more constraints hold than the motion needs.',
  E_RUN: 'A run of an ensemble throws an error.',
  E_RUN_COPY: 'The input or the result of a run of an ensemble cannot be copied between threads.',
  E_RUN_MISSING: 'The module of an ensemble exports no run or, in a page, does not call serveRuns.',
  E_RUN_MODULE: 'The module of an ensemble cannot be loaded.',
  E_RUN_SIZE: 'The input or the result of a run of an ensemble is too large for a queue.',
  E_RUN_TABLE: 'The result of a run of a sweep has no place in a table.',
  E_RUN_THREAD: 'The thread of a run of an ensemble ends, or throws an error outside of the run.',
  E_RUN_WORKER: 'A run of an ensemble has come to a worker whose module is another one.',
  E_QUEUE: 'The server of a queue does not answer, or the packages for it are not installed.',
  W_NO_WORKER: 'No worker has begun a run of a queue.',

  // Scenes.
  E_SCENE: 'A scene has a mistake outside of its formulas; the place is its path in the document.',

  // Mechanisms as programs.
  E_MECHANISM: 'A scene holds what a module of its own cannot do, and the runtime can.',

  // Files.
  E_SPEC_FILE: 'A spec file is missing or cannot be loaded.',
  E_NO_SPEC: 'A spec file exports no constraint, no body and no energy.',
  E_DUPLICATE_FILE: 'Two spec files would be emitted to one file, or one as a header of C.',
  E_EDITED: 'A generated file that would be deleted, or is no longer known as generated, has been edited.',
  W_EDITED: 'A generated file with changes of others in it is overwritten.',
  E_IMPORT: 'A module imports a class or a file that is not generated.',
  E_FOREIGN_FILE: 'A file that was not generated stands where a generated one belongs.',
  E_LOCKED: 'Another run of the generator does not give the output folder free.',
  E_FILE_SYSTEM: 'The operating system does not let a file be read or written.',
  E_CONFIG: 'The configuration cannot be loaded, or says something that makes no sense.',

  // The text of a formula.
  E_FORMULA_LENGTH: 'A formula has more characters than the limit.',
  E_FORMULA_TOKENS: 'A formula has more words and signs than the limit.',
  E_FORMULA_DEPTH: 'A formula is nested deeper than the limit.',
  E_FORMULA_SIZE: 'What formulas compute, or their derivatives, is larger than the limit.',
  E_FORMULA_EMPTY: 'A formula is empty.',
  E_CHARACTER: 'A formula has a character that is not part of the language.',
  E_NUMBER: 'A number is not a decimal number within the range of doubles.',
  E_BRACKET: 'A bracket has no partner.',
  E_SYNTAX: 'A formula breaks off or has something in the wrong place.',
  E_UNSUPPORTED: 'A formula uses syntax that mathjs knows but a constraint cannot use.',
  E_ASSIGNMENT: 'A formula assigns to a name; an equation is written with "==".',
  E_IMPLICIT_PRODUCT: 'A product without "*" that could be read in two ways.',

  // Names and calls.
  E_UNKNOWN_NAME: 'A name is neither declared nor known to the language.',
  E_UNKNOWN_FUNCTION: 'A function is not known to the language.',
  E_UNSUPPORTED_FUNCTION: 'A function of mathjs that a constraint cannot use.',
  E_FUNCTION_AS_VALUE: 'A function is named without being called.',
  E_CALL_OF_VALUE: 'Something that is not a function is called.',
  E_ARGUMENT_COUNT: 'A function is called with the wrong number of arguments.',
  E_ARGUMENT_SHAPE: 'A function is called with an argument of the wrong shape.',
  E_VELOCITY_LEVEL: 'A rate is taken of what is a rate already or does not change, or has no effect in the formula.',

  // Shapes.
  E_SHAPE: 'An operator is applied to shapes that do not fit together.',
  E_VECTOR_PRODUCT: 'Two vectors are multiplied without saying which product is meant.',
  E_LITERAL: 'A vector or matrix literal is empty, ragged or mixed.',
  E_COMPONENT: 'A quantity has no such component.',
  E_INDEX: 'An index is not a whole number within bounds.',
  E_CONDITION: 'A truth value stands where a quantity belongs, or the other way round.',
  E_BRANCHES: 'The two results of a conditional differ in shape.',
  E_EQUATION: 'An equation stands where it has no meaning.',
  E_INEQUALITY: 'A comparison in a constraint is not "==", "<=" or ">=".',
  E_FRICTION: 'Friction, restitution or a largest force do not fit the rows of the constraint, or their parameters.',

  // Units.
  E_UNIT: 'A unit is not known, or is not one of SI without a factor.',
  E_UNIT_SUM: 'Quantities of different units are added or subtracted.',
  E_UNIT_COMPARE: 'Quantities of different units are equated or compared, or are the results of one conditional.',
  E_UNIT_ARGUMENT: 'A function is called with a quantity that has a unit.',
  E_UNIT_POWER: 'A quantity with a unit is raised to a power that is not a known number.',
  E_UNIT_RESULT: 'A formula of a body or an energy is of another unit than it must be.',

  // Numbers.
  E_DIVISION_BY_ZERO: 'A formula divides by zero.',
  E_NOT_REAL: 'A constant part of a formula has no real value.',
  E_NUMBER_SIZE: 'A constant part of a formula is too large or too long a number.',

  // The spec as a whole.
  E_CYCLE: 'Quantities under "where" are defined by one another.',
  E_UNUSED_WHERE: 'A quantity under "where" is not used.',
  E_UNUSED_INPUT: 'An input is not used.',
  E_UNUSED_PARAM: 'A parameter is not used.',
  E_ROW_CONSTANT: 'A row of a constraint does not depend on any input.',
  E_ROW_REPEATED: 'Two rows of a constraint have the same derivatives.',
  E_ROW_SHAPE: 'An entry of C is neither a scalar nor a vector.',
  E_ROW_COUNT: 'A constraint has more rows than the limit.',
  E_BODY_SHAPE: 'A formula of a body is of another shape than it must be.',
  E_ENERGY_SHAPE: 'An energy is no scalar of its inputs, or its damping none of their rates.',
  E_MASS: 'A mass, an inertia or a kinetic energy is zero or negative, or a mass is not made of parameters alone.',
  E_MASSLESS: 'No mass moves with a coordinate of a body.',

  W_ANGLE_JUMP: 'A row jumps where an angle in it does, by no whole number of turns.',

  W_SINGULAR_STIFFNESS: 'An energy has no stiffness, or a wrong one, in a shape in which it can rest.',

  // The self-check of derivations.
  E_SELF_CHECK: 'A derivation does not compute what the formula says; nothing is made of it.',
  E_INTERNAL: 'The toolkit fails in a way that nothing foresaw: a fault of holonomic, to be reported.',
  W_SELF_CHECK: 'An optimisation failed the self-check; code without it is used.',
  W_OVERFLOW: 'A number overflows at a sample, although the formula does not.',
  W_NOT_CHECKED: 'A derivation could not be checked, because its formula is finite at no sample.',
} as const;

export type DiagnosticCode = keyof typeof CODES;
