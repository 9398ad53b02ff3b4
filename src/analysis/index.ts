/**
 * `holonomic/analysis`: where worlds rest, how they vibrate, and what mechanisms do over their cycle.
 * @module holonomic/analysis
 */
export * from '../../runtime/analysis/index.js';
export { study, type DeadPoint, type Study, type StudyOptions, type TransmissionAngle } from './study.js';
