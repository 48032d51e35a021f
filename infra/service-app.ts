import { join } from 'node:path';
import type { App } from 'aws-cdk-lib';
import { routes } from '#functions/routes.ts';
import { BooksStack } from './books-stack.ts';
import { bundle, bundleLedgers } from './bundle.ts';
import { ServiceStack } from './service-stack.ts';
import { readSettings } from './settings.ts';

/** Names the service's stacks, before their stages. */
export const SERVICE = 'ReconciliationService';

/** The stage that `cdk destroy` leaves alone until somebody lifts its protection. */
const PROTECTED_STAGE = 'prod';

/** Puts the service's stack, with its bundled functions, into an app whose context holds the settings; its bucket has a stack of its own. */
export function createService(app: App): App {
  const settings = readSettings(app.node);
  const { ledgerBucket: bucketName, stage } = settings;
  // Activated as cost allocation tags, they show in the bill what each stage costs.
  const tags = { service: 'reconciliation', stage };
  if (bucketName !== undefined && !settings.ledgerBucketExists)
    new BooksStack(app, `ReconciliationBooks-${stage}`, {
      bucketName,
      keyArn: settings.ledgerKeyArn,
      accessLogs: settings.ledgerAccessLogs,
      reports: { prefix: settings.ledgerOutput, days: settings.ledgerReportDays },
      tags,
      description: 'Keeps the exports and reports of the reconciliation service.',
      terminationProtection: true,
    });
  new ServiceStack(app, `${SERVICE}-${stage}`, {
    description: 'Reconciles the ledgers of an LLM gateway and converts its native exports.',
    settings,
    terminationProtection: stage === PROTECTED_STAGE,
    tags,
    // Inside the assembly, so that two syntheses with folders of their own never meet.
    bundles: bundle(routes, join(app.outdir, 'bundles'), settings),
    ...(bucketName !== undefined && {
      ledgersFolder: bundleLedgers(join(app.outdir, 'bundles'), settings).folder,
    }),
  });
  return app;
}
