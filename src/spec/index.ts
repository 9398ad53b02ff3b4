export { isDefinedConstraint } from './define-constraint.js';
export { classNames, describe, spacesOf, type Description } from './describe.js';
export { duplicateClassNames, type SpecSource } from './duplicate-class-names.js';
export { validateSpec } from './validate-spec.js';
