export { isBodySpec } from './body-spec.js';
export { isDefinedConstraint } from './define-constraint.js';
export { classNames, describe } from './describe.js';
export { duplicateClassNames } from './duplicate-class-names.js';
export { validateBodySpec, validateSpec } from './validate-spec.js';
