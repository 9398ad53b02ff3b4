/** What a worker thread does: one spec file at a time. */
export { renderSpecFile as default } from '../render-spec-file.js';
