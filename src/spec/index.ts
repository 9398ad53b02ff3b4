export { isDefinedConstraint } from './define-constraint.js';
export { classNames, describe } from './describe.js';
export { duplicateClassNames } from './duplicate-class-names.js';
export { validateSpec } from './validate-spec.js';
