export { FormulaEditor } from './formula-editor.js';
export { JsonPanel } from './json-panel.js';
