import { spawnSync } from 'node:child_process';

/** Whether this machine has these programs. */
export const hasPrograms = (...names: string[]): boolean =>
  names.every((name) => spawnSync(name, ['--version']).status === 0);
