import { expect, test } from 'vitest';
import { buildPageReport } from '#shared/report/files/build-page-report.ts';
import { renderReport } from '../../../support/answer/render-report.ts';
import { newApiRow } from '../../../support/fixtures/native-rows.ts';
import { makeTextFile, runFilesToReportSource } from '../../../support/pipeline/run-in-memory.ts';

const AT = '2026-10-02T17:30:05Z';
/** A request that was charged twice, so that a finding has evidence. */
const LOG = [1, 2].map((id) =>
  newApiRow({ id, created_at: Date.parse(AT) / 1000, request_id: 'r1', quota: 1000 * id }),
);

const renderInZone = async (timeZone?: string): Promise<string> => {
  const { source } = await runFilesToReportSource([makeTextFile('logs', LOG)], {
    ...(timeZone && { timeZone }),
  });
  return renderReport(buildPageReport(source), 'en');
};

test.each([
  [undefined, '2026-10-02 17:30:05', '2026-11-22 00:00 UTC'],
  ['+08:00', '2026-10-03 01:30:05', '2026-11-22 08:00 UTC+08:00'],
  ['America/New_York', '2026-10-02 13:30:05', '2026-11-21 19:00 America/New_York'],
])(
  'the evidence of findings has the times of the report’s zone, which is named: %s',
  async (zone, time, created) => {
    const html = await renderInZone(zone);
    expect(html).toContain(`<li>${time} · charged`);
    expect(html).toContain(`Created on ${created}.`);
    // No time is written in another way.
    expect(html).not.toMatch(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/);
  },
);
