import { test } from 'vitest';
import { routes } from '#functions/routes.ts';
import { buildPage } from '#infra/build-page.ts';
import { bundleLedgers, bundleRoutes } from '#infra/bundle.ts';
import { buildNotices } from '#tools/notices.ts';
import { buildPackage } from '#tools/package/build.ts';
import { expectFileText } from '../support/golden/expect-file-text.ts';
import { TestFolder } from '../support/test-folder.ts';

const folder = new TestFolder();

test('THIRD-PARTY-NOTICES names every package in the bundles, the reports and the command', async () => {
  const builds = [bundleRoutes(routes, folder.path), bundleLedgers(folder.path), buildPage()];
  const metafiles = [...builds.map(({ metafile }) => metafile), await buildPackage(folder.at('package'))];
  return expectFileText('THIRD-PARTY-NOTICES', buildNotices(metafiles));
});
