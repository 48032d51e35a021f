import { spawnSync } from 'node:child_process';

/** Whether all these programs are installed on this machine. */
export const hasPrograms = (...names: string[]): boolean =>
  names.every((name) => spawnSync(name, ['--version']).status === 0);
