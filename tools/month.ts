import { sentences } from '#shared/normalizer/account.ts';
import { runMonth } from './month/run-month.ts';
import { MonthProblem, monthSettings, USAGE } from './month/settings.ts';

const settings = monthSettings(process.argv.slice(2));
if (settings === undefined) console.log(USAGE);
else {
  const t = Date.now();
  const { report, facts, rejected } = await runMonth(settings, new Date().toISOString(), { step: (s, n) => { console.error(s, n, Date.now() - t); return () => {}; } });
  console.log(JSON.stringify({ ...report, findings: report.findings.slice(0, 3) }, null, 1).slice(0, 3000), sentences(facts.figures), rejected.slice(0, 5), rejected.length);
  console.error(Date.now() - t, process.memoryUsage().rss / 1e6);
}
