import { readFileSync } from 'node:fs';
import { parseArgs, styleText } from 'node:util';
import { reconcile } from '#shared/engine/reconcile.ts';
import { normalize } from '#shared/normalizer/normalize.ts';
import type { Rejection } from '#shared/rejections.ts';
import { type Paint, printReport } from './print-report.ts';

const USAGE = `npm run demo [-- FILE [--connector ID] [--quota-per-unit N] [--upstream FILE] [--payments FILE]]

  FILE             log reply of a gateway as JSON, or a whole body of /api/v1/normalize
  --connector      new-api (default), one-api, one-hub or voapi
  --quota-per-unit the gateway's own value: data.quota_per_unit of its /api/status
  --upstream       rows of the providers' bills, or the log of the upstream gateway
  --payments       the gateway's top-ups or orders`;

/** Asked for by the user: no mistake. */
class Usage extends Error {}

const EXAMPLES = new URL('../examples/', import.meta.url);

function readJson(file: string | URL): unknown {
  try {
    // Some tools on Windows write a byte order mark.
    return JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new Error(`${file} cannot be read as JSON: ${(error as Error).message.slice(0, 100)}`);
  }
}

/** The body of `/api/v1/normalize` that the command line describes; without a file, the project's own example. */
function payload(): unknown {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      connector: { type: 'string' },
      'quota-per-unit': { type: 'string' },
      upstream: { type: 'string' },
      payments: { type: 'string' },
    },
  });
  const [file, ...others] = positionals;
  if (values.help) throw new Usage();
  if (others.length > 0)
    throw new Error('One FILE is read. Options come after `--`: npm run demo -- FILE --connector one-hub');
  if (file === undefined && Object.keys(values).length > 0) throw new Error('Options need a FILE.');
  if (file === undefined) {
    return {
      connector: 'new-api',
      quotaPerUnit: 500_000,
      logs: readJson(new URL('new-api-export.json', EXAMPLES)),
      upstreamCharges: readJson(new URL('new-api-upstream.json', EXAMPLES)),
      payments: readJson(new URL('new-api-topups.json', EXAMPLES)),
    };
  }
  const logs = readJson(file);
  if (logs !== null && typeof logs === 'object' && 'connector' in logs) return logs;
  return {
    connector: values.connector ?? 'new-api',
    logs,
    ...(values['quota-per-unit'] !== undefined && { quotaPerUnit: Number(values['quota-per-unit']) }),
    ...(values.upstream !== undefined && { upstreamCharges: readJson(values.upstream) }),
    ...(values.payments !== undefined && { payments: readJson(values.payments) }),
  };
}

/** `styleText` colours only where standard output is a terminal that wants it. */
const paint: Paint = (style, text) => styleText(style, text, { stream: process.stdout });

try {
  const { data, meta } = normalize(payload());
  const report = reconcile(data, new Date().toISOString());
  console.log(printReport(report, meta, paint).join('\n'));
} catch (error) {
  if (error instanceof Usage) console.log(USAGE);
  else {
    const { message, details = [] } = error as Error & Partial<Rejection>;
    console.error([message, ...details.map((detail) => `  ${detail}`), '', USAGE].join('\n'));
    process.exitCode = 1;
  }
}
