export { classNames, describe } from './describe.js';
export { duplicateClassNames } from './duplicate-class-names.js';
