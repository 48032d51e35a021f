import { reportPage } from '#shared/report-files/report-page.ts';
import { type ReportTable, reportTables } from '#shared/report-files/report-tables.ts';
import { download } from '../download.ts';
import { h } from '../element.ts';
import type { View } from './view.ts';

/** The report as files: one that opens by itself, JSON, and a CSV for each table. */
export function exports(view: View, page: string): HTMLElement {
  const { report, original, known, words } = view;
  const { exports: say } = words;
  const name = `reconciliation-${report.generatedAt.slice(0, 10)}`;
  return h(
    'details',
    { class: 'menu', id: 'exports' },
    h('summary', {}, say.heading),
    h(
      'div',
      { class: 'sheet' },
      h(
        'button',
        {
          type: 'button',
          onclick: () =>
            download(
              `${name}.html`,
              'text/html',
              reportPage(page, { ...original, acknowledged: [...known] }),
            ),
        },
        say.html,
      ),
      h('p', { class: 'hint' }, say.hint),
      h(
        'button',
        {
          type: 'button',
          onclick: () => download(`${name}.json`, 'application/json', `${JSON.stringify(report, null, 2)}\n`),
        },
        say.json,
      ),
      h('p', { class: 'label' }, say.tables),
      (Object.keys(reportTables) as ReportTable[]).map((table) =>
        h(
          'button',
          {
            type: 'button',
            onclick: () => download(`${table}.csv`, 'text/csv', reportTables[table](report)),
          },
          say.files[table],
          h('code', {}, `${table}.csv`),
        ),
      ),
    ),
  );
}
