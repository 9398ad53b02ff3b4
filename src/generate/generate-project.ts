import type { Project } from '../config/project.js';
import { generateAll, type GenerateResult, type GenerateSettings } from './generate.js';
import { recordFolder } from './record.js';

/** Generates all outputs of a project; what an earlier run left unchanged is not derived again. */
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
