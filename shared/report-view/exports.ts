import type { VNode } from 'preact';
import { type ReportTable, reportTables } from '../report-files/report-tables.ts';
import { button, h } from './element.ts';
import type { Actions, View } from './view.ts';

/** The report as files: one that opens by itself, JSON, and a CSV for each table. */
export function exports({ report, words, language }: View, act: Actions): VNode {
  const { exports: say } = words;
  const name = `reconciliation-${report.generatedAt.slice(0, 10)}`;
  const json = () => act.save(`${name}.json`, 'application/json', `${JSON.stringify(report, null, 2)}\n`);
  const choice = (label: string, onClick: () => void, file = '') =>
    button({ onClick }, label, file !== '' && h('code', file));
  return h('details.menu', { id: 'exports' }, [
    h('summary', words.actions.export),
    h('div.sheet', [
      choice(say.html, act.saveAsPage),
      h('p.hint', say.hint),
      choice(say.json, json),
      h('p.label', say.tables),
      (Object.keys(reportTables) as ReportTable[]).map((table) =>
        choice(
          say.files[table],
          () => act.save(`${table}.csv`, 'text/csv', [...reportTables[table](report, language)].join('')),
          `${table}.csv`,
        ),
      ),
    ]),
  ]);
}
