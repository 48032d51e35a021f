import { join } from 'node:path';
import type { App } from 'aws-cdk-lib';
import { routes } from '#functions/routes.ts';
import { bundle, bundleSteps } from './bundle.ts';
import { ServiceStack } from './service-stack.ts';
import { readSettings } from './settings.ts';

/** The stage that `cdk destroy` leaves alone until somebody lifts its protection. */
const PROTECTED_STAGE = 'prod';

/** Puts the service's stack, with its bundled functions, into an app whose context holds the settings. */
export function createService(app: App): App {
  const settings = readSettings(app.node);
  new ServiceStack(app, `ReconciliationService-${settings.stage}`, {
    description: 'Reconciles the ledgers of an LLM gateway and converts its native exports.',
    settings,
    terminationProtection: settings.stage === PROTECTED_STAGE,
    // Activated as cost allocation tags, they show in the bill what each stage costs.
    tags: { service: 'reconciliation', stage: settings.stage },
    // Inside the assembly, so that two syntheses with folders of their own never meet.
    bundles: bundle(routes, join(app.outdir, 'bundles'), settings),
    ...(settings.ledgerBucket !== undefined && {
      steps: bundleSteps(join(app.outdir, 'bundles'), settings),
    }),
  });
  return app;
}
