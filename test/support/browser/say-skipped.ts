import { chromiumPath, hasChromium } from './chromium.ts';

/** A reporter prints counts, not why: whoever has no browser is told here, once. */
export const setup = (): void => {
  if (!hasChromium)
    console.warn(
      `The console's tests are skipped: there is no ${chromiumPath}. Install Chromium (Debian: apt-get install chromium; elsewhere name it in CHROMIUM), then: npm run test:browser`,
    );
};
