export { AddDialog } from './add-dialog.js';
export { ClassMark } from './class-mark.js';
export { FormulaEditor } from './formula-editor.js';
export { JoinPanel } from './join-panel.js';
export { JsonPanel } from './json-panel.js';
export { Paper } from './drawing/paper.js';
export { SelectionPanel } from './drawing/selection-panel.js';
export { ToolStrip } from './drawing/tool-strip.js';
