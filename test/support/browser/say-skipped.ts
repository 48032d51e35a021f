import { chromiumPath, hasChromium } from './chromium.ts';

/** Reporters print counts, not reasons, so this says once why the browser's tests are skipped. */
export const setup = (): void => {
  if (!hasChromium)
    console.warn(
      `The console's tests are skipped: there is no ${chromiumPath}. Install Chromium (Debian: apt-get install chromium; elsewhere name it in CHROMIUM), then: npm run test:browser`,
    );
};
