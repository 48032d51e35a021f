import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routes } from '#functions/routes.ts';
import { bundleRoutes } from '#infra/bundle.ts';
import { createGateway, listLocalRoutes } from '#infra/local/gateway.ts';

/** The message of the process to its parent when it is ready. */
export interface ServiceAddress {
  readonly port: number;
  /** Folder with the bundled functions, each in a folder with the id of its route. */
  readonly functions: string;
}

/**
 * The service in a separate process, so that its log is standard output, as in Lambda. It sends its address to its
 * parent once, and its memory on request; it ends with its parent.
 */
const functions = mkdtempSync(join(tmpdir(), 'reconciliation-service-test-'));
process.once('exit', () => rmSync(functions, { recursive: true, force: true }));
process.once('disconnect', () => process.exit(0));

bundleRoutes(routes, functions);
const server = await createGateway(listLocalRoutes(functions));
server.listen(0, '127.0.0.1', () => {
  const address: ServiceAddress = { port: (server.address() as AddressInfo).port, functions };
  process.send?.(address);
});
process.on('message', () => {
  globalThis.gc?.();
  process.send?.({ rssMb: Math.round(process.memoryUsage.rss() / 1024 / 1024) });
});
