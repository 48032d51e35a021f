import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { createGateway } from '#infra/local/gateway.ts';
import { synthesize } from '#infra/local/synthesize.ts';
import { deployedRoutes } from '#infra/local/template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Base address of the service: of the local gateway, or of a deployed stage. */
    baseUrl: string;
    /** Folder of the synthesized assembly; empty when the service runs elsewhere. */
    assembly: string;
  }
}

/**
 * Synthesizes the stack once, serves its bundles for all tests of the project, and cleans up; or points the tests to
 * the service that `npm run e2e` names.
 */
export async function setup(project: TestProject) {
  const { SERVICE_BASE_URL: deployed } = process.env;
  if (deployed !== undefined) {
    project.provide('baseUrl', deployed);
    project.provide('assembly', '');
    return undefined;
  }
  const assembly = mkdtempSync(join(tmpdir(), 'reconciliation-service-test-'));
  const server = await createGateway(deployedRoutes(synthesize(assembly)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  project.provide('baseUrl', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  project.provide('assembly', assembly);
  return () => {
    server.closeAllConnections();
    server.close();
    rmSync(assembly, { recursive: true, force: true });
  };
}
