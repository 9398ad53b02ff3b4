export { AddDialog } from './add-dialog.js';
export { FormulaEditor } from './formula-editor.js';
export { JoinPanel } from './join-panel.js';
export { JsonPanel } from './json-panel.js';
