import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGateway } from '#infra/local/gateway.ts';
import { synthesize } from '#infra/local/synthesize.ts';
import { deployedRoutes } from '#infra/local/template.ts';

/** The local gateway in a process of its own: it says its port once, and its memory whenever it is asked. */
const assembly = mkdtempSync(join(tmpdir(), 'reconciliation-service-load-'));
const server = await createGateway(deployedRoutes(synthesize(assembly)));
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('message', () => {
  globalThis.gc?.();
  process.send?.({ rssMb: Math.round(process.memoryUsage.rss() / 1024 / 1024) });
});
process.on('disconnect', () => {
  rmSync(assembly, { recursive: true, force: true });
  process.exit(0);
});
