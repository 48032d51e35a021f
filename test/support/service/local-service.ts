import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { ServiceAddress } from './service-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Base address of the service: of the local gateway, or of a deployed stage. */
    baseUrl: string;
    /** Folder with the bundled functions of the service; empty when it runs elsewhere. */
    functions: string;
    /** Temporary folder with the log of the service and synthesized stacks; removed after all tests. */
    scratch: string;
  }
}

/** Log file of the service, in the scratch folder. */
export const SERVICE_LOG = 'service.log';

/**
 * Starts the service once for all projects and stops it after them, or uses the service that `npm run e2e` names. The
 * log goes to a file; a test that fails prints its lines.
 */
export async function setup({ vitest }: TestProject) {
  const root = vitest.getRootProject();
  if ('scratch' in root.getProvidedContext()) return undefined;
  const scratch = mkdtempSync(join(tmpdir(), 'reconciliation-service-scratch-'));
  root.provide('scratch', scratch);
  const { SERVICE_BASE_URL: deployed } = process.env;
  if (deployed !== undefined) {
    root.provide('baseUrl', deployed);
    root.provide('functions', '');
    return () => rmSync(scratch, { recursive: true });
  }
  const service = fork(new URL('service-process.ts', import.meta.url), {
    execArgv: [],
    stdio: ['ignore', openSync(join(scratch, SERVICE_LOG), 'a'), 'inherit', 'ipc'],
  });
  const started = once(service, 'message') as Promise<[ServiceAddress]>;
  const ended = once(service, 'exit').then(() => {
    throw new Error('The service ended before it was ready; see its output above.');
  });
  const [{ port, functions }] = await Promise.race([started, ended]);
  root.provide('baseUrl', `http://127.0.0.1:${port}`);
  root.provide('functions', functions);
  return async () => {
    const exited = once(service, 'exit');
    service.disconnect();
    await exited;
    rmSync(scratch, { recursive: true });
  };
}
