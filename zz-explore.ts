import { mkdtempSync, writeFileSync, readFileSync, readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { join } from 'node:path';
import { monthCommand } from './tools/month/command.ts';
const books = readdirSync('test/support/fixtures/captured-books').map((f) => ({ name: f.slice(0, -5), ...JSON.parse(readFileSync('test/support/fixtures/captured-books/' + f, 'utf8')) }));
export const pages = (b: any, rows: any[], size = 10) => {
  const out: any[] = [];
  const hub = b.connector === 'one-hub';
  for (let i = 0; i < rows.length; i += size) {
    const items = rows.slice(i, i + size);
    out.push({ success: true, message: '', data: b.connector === 'one-api' ? items : hub ? { data: items, page: out.length + 1, size, total_count: rows.length } : { page: out.length + 1, page_size: size, total: rows.length, items } });
  }
  return out;
};
async function month(files: Record<string, string | Uint8Array>, args: string[]) {
  const dir = mkdtempSync('/tmp/tx/x-');
  for (const [n, c] of Object.entries(files)) writeFileSync(join(dir, n), c);
  const log = console.log, err = console.error, w = process.stderr.write;
  let out = '';
  console.log = (s: any) => { out += s + '\n'; };
  console.error = (s: any) => { out += s + '\n'; };
  process.stderr.write = (() => true) as any;
  const here = process.cwd();
  try { process.chdir(dir); const code = await monthCommand(args); return { code, out }; } finally { process.chdir(here); console.log = log; console.error = err; process.stderr.write = w; }
}
const base = (b: any) => ['--connector', b.connector, '--quota-per-unit', String(b.quotaPerUnit), '--logs', 'logs.json', ...(b.upstreamCharges.length ? ['--upstream', 'bill.json'] : [])];
const filesOf = (b: any) => ({ 'logs.json': JSON.stringify(pages(b, b.logs)), ...(b.upstreamCharges.length ? { 'bill.json': JSON.stringify(b.upstreamCharges) } : {}) });
const only = process.argv[2];
const show = (label: string, r: { code: number; out: string }) => console.log(`${r.code} ${label}: ${r.out.split('\n').slice(0, 6).filter(Boolean).join(' | ').slice(0, 420)}`);
for (const b of books) {
  if (only && !b.name.includes(only)) continue;
  const f: any = filesOf(b), a = base(b);
  show(`${b.name} honest`, await month(f, a));
  const text = f['logs.json'];
  for (const cut of [0.1, 0.5, 0.9]) show(`  cut ${cut}`, await month({ ...f, 'logs.json': text.slice(0, Math.floor(text.length * cut)) }, a));
  show('  cut gz', await month({ ...f, 'logs.json': gzipSync(text).subarray(0, 900) }, a));
  const jl = b.logs.map((r: any) => JSON.stringify(r)).join('\n');
  show('  cut jsonl mid row', await month({ ...f, 'logs.json': jl.slice(0, jl.length * 0.6) }, a));
  show('  cut jsonl at line end', await month({ ...f, 'logs.json': jl.split('\n').slice(0, 10).join('\n') + '\n' }, a));
  const ps = pages(b, b.logs);
  for (const drop of [0, 1, ps.length - 1]) show(`  drop page ${drop}`, await month({ ...f, 'logs.json': JSON.stringify(ps.filter((_: any, i: number) => i !== drop)) }, a));
  for (const k of [10, 0.1, 2, 1000]) show(`  unit x${k}`, await month(f, a.map((x, i) => (a[i - 1] === '--quota-per-unit' ? String(b.quotaPerUnit * k) : x))));
  show('  period before', await month(f, [...a, '--period', '2025-01']));
  if (f['bill.json']) {
    show('  swap', await month({ 'logs.json': f['bill.json'], 'bill.json': f['logs.json'] }, a));
    show('  bill as payments', await month(f, a.map((x) => (x === '--upstream' ? '--payments' : x))));
    show('  bill twice', await month({ ...f, 'bill2.json': f['bill.json'] }, [...a, '--upstream', 'bill2.json']));
    show('  bill cut', await month({ ...f, 'bill.json': f['bill.json'].slice(0, 700) }, a));
  }
  show('  log as payments', await month(f, [...a, '--payments', 'logs.json']));
  show('  log as upstream, too', await month(f, [...a, '--upstream', 'logs.json']));
  show('  log twice', await month({ ...f, 'l2.json': f['logs.json'] }, [...a, '--logs', 'l2.json']));
  show('  log overlap', await month({ ...f, 'l2.json': JSON.stringify(b.logs.slice(5, 20)) }, [...a, '--logs', 'l2.json']));
  show('  unknown type', await month({ ...f, 'logs.json': JSON.stringify([...b.logs, { ...b.logs[0], id: 99999, request_id: 'zz', type: 77, quota: 500000000, created_at: b.logs[0].created_at + 1 }]) }, a));
  for (const o of books) if (o.name !== b.name && o.connector !== b.connector) { show(`  mixed with ${o.name}`, await month({ ...f, 'l2.json': JSON.stringify(pages(o, o.logs)) }, [...a, '--logs', 'l2.json'])); show(`  mixed in one file with ${o.name}`, await month({ ...f, 'logs.json': JSON.stringify([...b.logs, ...o.logs]) }, a)); }
}
