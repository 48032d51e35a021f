import { chromiumPath, hasChromium } from './chromium.ts';

/** Prints why the browser tests are skipped; reporters print only their number. */
export const setup = (): void => {
  if (!hasChromium)
    console.warn(
      `The console's tests are skipped: there is no ${chromiumPath}. Install Chromium (Debian: apt-get install chromium; elsewhere name it in CHROMIUM), then: npm run test:browser`,
    );
};
