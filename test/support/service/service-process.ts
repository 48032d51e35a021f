import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGateway } from '#infra/local/gateway.ts';
import { synthesize } from '#infra/local/synthesize.ts';
import { deployedRoutes } from '#infra/local/template.ts';

/** What the process tells its parent when it is ready. */
export interface ServiceAddress {
  readonly port: number;
  /** Folder of the synthesized assembly. */
  readonly assembly: string;
}

/**
 * The synthesized service in a process of its own, so that its log is its standard output, as in a Lambda. It tells
 * its parent once where it is, and its memory whenever it is asked; it ends with its parent.
 */
const assembly = mkdtempSync(join(tmpdir(), 'reconciliation-service-test-'));
process.once('exit', () => rmSync(assembly, { recursive: true, force: true }));
process.once('disconnect', () => process.exit(0));

const server = await createGateway(deployedRoutes(synthesize(assembly).stack));
server.listen(0, '127.0.0.1', () => {
  const address: ServiceAddress = { port: (server.address() as AddressInfo).port, assembly };
  process.send?.(address);
});
process.on('message', () => {
  globalThis.gc?.();
  process.send?.({ rssMb: Math.round(process.memoryUsage.rss() / 1024 / 1024) });
});
