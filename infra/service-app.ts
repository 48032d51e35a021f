import { join } from 'node:path';
import type { App } from 'aws-cdk-lib';
import { routes } from '#functions/routes.ts';
import { bundleLedgers, bundleRoutes } from './bundle.ts';
import { LedgerBucketStack } from './ledger-bucket-stack.ts';
import { ServiceStack } from './service-stack.ts';
import { readStackSettings } from './settings.ts';

/** Name of the service's stack, without the stage. */
export const SERVICE = 'ReconciliationService';

/** Stage whose stack has termination protection: `cdk destroy` fails until somebody turns it off. */
const PROTECTED_STAGE = 'prod';

/** Adds the service's stack to a CDK app, and a stack with a bucket if the settings ask for a new one. */
export function createService(app: App): App {
  const settings = readStackSettings(app.node);
  const { ledgerBucket: bucketName, stage } = settings;
  // Tag all resources. If the tags are activated as cost allocation tags, they split the AWS bill by stage.
  const tags = { service: 'reconciliation', stage };
  if (bucketName !== undefined && !settings.ledgerBucketExists)
    new LedgerBucketStack(app, `ReconciliationBooks-${stage}`, {
      bucketName,
      keyArn: settings.ledgerKeyArn,
      accessLogs: settings.ledgerAccessLogs,
      reports: { prefix: settings.ledgerOutput, days: settings.ledgerReportDays },
      tags,
      description: 'Keeps the exports and reports of the reconciliation service.',
      terminationProtection: true,
    });
  new ServiceStack(app, `${SERVICE}-${stage}`, {
    description: 'Reconciles the log, the bill and the payments of an LLM gateway, and converts its exports.',
    settings,
    terminationProtection: stage === PROTECTED_STAGE,
    tags,
    // Write the bundles into the assembly, so that parallel syntheses do not overwrite each other's.
    bundles: bundleRoutes(routes, join(app.outdir, 'bundles'), settings),
    ...(bucketName !== undefined && {
      ledgersFolder: bundleLedgers(join(app.outdir, 'bundles'), settings).folder,
    }),
  });
  return app;
}
