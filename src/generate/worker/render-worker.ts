/** The task of a worker thread: one spec file at a time. */
export { renderSpecFile as default } from '../render-spec-file.js';
