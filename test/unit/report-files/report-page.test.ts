import { expect, test } from 'vitest';
import { reportPage } from '#shared/report-files/report-page.ts';

const PAGE =
  '<script type="application/json" id="report"></script><script type="text/plain" id="worker">a&&b</script><script>x</script>';

test('a report file is the page with the report inside and without the worker', () => {
  const written = reportPage(PAGE, { model: '</script><script>alert(1)</script><!--$&' });
  expect(written).toBe(
    '<script type="application/json" id="report">{"model":"\\u003c/script>\\u003cscript>alert(1)\\u003c/script>\\u003c!--$&"}</script><script type="text/plain" id="worker"></script><script>x</script>',
  );
});

test('a report file of a report file holds the newer report', () => {
  expect(reportPage(reportPage(PAGE, { report: '</1>' }), 2)).toBe(reportPage(PAGE, 2));
});
