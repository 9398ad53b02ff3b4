import type { Project } from '../config/project.js';
import { generateAll, type GenerateResult, type GenerateSettings } from './generate.js';
import { recordFolder } from './record.js';

/**
 * Generates all outputs of a project. Specs that have not changed since an earlier run are not
 * derived again.
 */
export function generateProject(
  { entries, root, threads }: Project,
  settings: Omit<GenerateSettings, 'records' | 'threads'> = {},
): Promise<GenerateResult[]> {
  const records = recordFolder(root);
  return generateAll(entries, {
    ...settings,
    ...(records !== undefined && { records }),
    ...(threads !== undefined && { threads }),
  });
}
