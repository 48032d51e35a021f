import { test } from 'vitest';
import { routes } from '#functions/routes.ts';
import { buildPage } from '#infra/build-page.ts';
import { bundle, bundleLedgers } from '#infra/bundle.ts';
import { buildNotices } from '#tools/notices.ts';
import { expectWritten } from '../support/golden/expect-written.ts';
import { TestFolder } from '../support/test-folder.ts';

const folder = new TestFolder();

test('THIRD-PARTY-NOTICES names every package that bundles and reports contain', () => {
  const builds = [bundle(routes, folder.path), bundleLedgers(folder.path), buildPage()];
  return expectWritten('THIRD-PARTY-NOTICES', buildNotices(builds.map(({ metafile }) => metafile)));
});
