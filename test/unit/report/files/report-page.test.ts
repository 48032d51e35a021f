import { expect, test } from 'vitest';
import { fillReportPage } from '#shared/report/files/report-page.ts';

const PAGE =
  '<html lang="en"><title>Console</title><div id="console"><noscript>no</noscript></div><script type="application/json" id="report"></script><script>x</script>';

const SHOWN = { language: 'zh', title: 'You lost <1 & 2>', html: '<main>$&</main>' } as const;

test('a report file is the page with the report in it', () => {
  const written = fillReportPage(PAGE, { model: '</script><script>alert(1)</script><!--$&' }, SHOWN);
  expect(written).toBe(
    '<html lang="zh-CN"><title>You lost &lt;1 &amp; 2></title><div id="console"><main>$&</main></div><script type="application/json" id="report">{"model":"\\u003c/script>\\u003cscript>alert(1)\\u003c/script>\\u003c!--$&"}</script><script>x</script>',
  );
});
