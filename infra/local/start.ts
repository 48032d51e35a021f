import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGateway } from './gateway.ts';
import { DEFAULT_PORT, isPort, listen } from './listen.ts';
import { synthesize } from './synthesize.ts';
import { deployedRoutes } from './template.ts';

const port = Number(process.env.PORT || DEFAULT_PORT);
if (!isPort(port)) {
  console.error('PORT must be a whole number from 1 to 65535: PORT=3001 npm start');
  process.exit(1);
}
const base = `http://127.0.0.1:${port}`;

const NEXT = `
Ready on ${base}. Open it in a browser and drop a month's files on the page, or try, in another terminal:

  curl -s ${base}/api/v1/connectors
  curl -s ${base}/api/v1/connectors/new-api/manifest
  curl -s ${base}/api/v1/examples/reconciliation | jq .data |
    curl -s -X POST ${base}/api/v1/reconcile -H 'content-type: application/json' -d @- | jq .data.summary

  npm run demo        a native new-api export, normalized, reconciled and printed for people

Each request prints the log line that CloudWatch would keep. Ctrl-C stops.
`;

const assembly = mkdtempSync(join(tmpdir(), 'reconciliation-service-'));
process.once('exit', () => rmSync(assembly, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));

console.log('Synthesizing the stack and bundling its functions ...');
const server = await createGateway(deployedRoutes(synthesize(assembly).stack));
try {
  await listen(server, port);
  console.log(NEXT);
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  console.error(
    code === 'EADDRINUSE'
      ? `Port ${port} is taken. Stop the program that listens there, or choose another port: PORT=3001 npm start`
      : `The local gateway failed: ${message}`,
  );
  process.exit(1);
}
