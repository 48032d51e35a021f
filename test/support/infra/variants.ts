import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { CloudFormationStackArtifact } from 'aws-cdk-lib/cx-api';
import { inject } from 'vitest';
import { type StackContext, synthesize } from './synthesize.ts';

export const ALARM_EMAIL = 'operator@example.com';
export const KEY_ARN = 'arn:aws:kms:us-east-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab';

/** Every night, the month so far, from exports by day. */
const SCHEDULED_INPUT = {
  connector: 'new-api',
  quotaPerUnit: 500_000,
  period: 'month-to-date',
  logs: 'exports/logs/{yyyy}-{mm}',
  upstreamCharges: 'exports/bills/{yyyy}-{mm}',
  output: 'reports/{yyyy}-{mm}/',
};

/** Combinations of settings with different deployments. The values of `everything` are texts, as on a command line. */
export const CONTEXTS = {
  default: {},
  alarms: { alarmEmail: ALARM_EMAIL },
  workflow: { billingWorkflow: true },
  ledger: {
    ledgerBucket: 'books',
    ledgerKeyArn: KEY_ARN,
    billingWorkflow: true,
    alarmEmail: ALARM_EMAIL,
    ledgerSchedule: 'cron(0 3 * * ? *)',
    ledgerScheduleInput: JSON.stringify(SCHEDULED_INPUT),
    keepLogs: 'true',
  },
  adopted: { ledgerBucket: 'books', ledgerBucketExists: true },
  everything: {
    domainName: 'billing.example.com',
    certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/0a1b',
    alarmEmail: ALARM_EMAIL,
    auth: 'iam',
    stage: 'test',
    billingWorkflow: 'true',
    reservedConcurrency: '5',
    sourceMaps: 'true',
    tracing: 'true',
    customDomainOnly: 'true',
    monthlyBudgetUsd: '50',
    invokerRoleArn: 'arn:aws:iam::111122223333:role/billing',
    logRetentionDays: '7',
    postThrottleRate: '3',
  },
} as const satisfies Record<string, StackContext>;
export type VariantName = keyof typeof CONTEXTS;
/** The variants that consist of the API only; the ledger workflow has its own tests. */
export const variantNames = (Object.keys(CONTEXTS) as VariantName[]).filter(
  (name) => name !== 'ledger' && name !== 'adopted',
);

export type Variant = ReturnType<typeof synthesize>;

const synthesized = new Map<VariantName, Variant>();

/** The stack with one combination of settings, synthesized once for all test files of a worker. */
export function variant(name: VariantName): Variant {
  const cached = synthesized.get(name);
  if (cached) return cached;
  const created = synthesize(mkdtempSync(join(inject('scratch'), `${name}-`)), CONTEXTS[name]);
  synthesized.set(name, created);
  return created;
}

export interface Resource {
  readonly logicalId: string;
  /** Path in the construct tree, below the stack. */
  readonly path: string;
  readonly Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: a template is JSON of any shape; each test checks what it expects.
  readonly Properties: any;
  readonly Metadata?: Readonly<Record<string, string>>;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
}

/** The resources of a synthesized stack. @param type defaults to all types */
export function resourcesOf({ template }: CloudFormationStackArtifact, type?: string): Resource[] {
  return Object.entries<Record<string, unknown>>(template.Resources)
    .map(([logicalId, resource]) => {
      const metadata = resource.Metadata as Record<string, string> | undefined;
      const path = (metadata?.['aws:cdk:path'] ?? '').split('/').slice(1).join('/');
      return { ...resource, logicalId, path } as unknown as Resource;
    })
    .filter(({ Type }) => type === undefined || Type === type);
}

/** The resource at a path of the construct tree, below the stack. */
export function byPath({ stack }: Variant, path: string): Resource {
  const found = resourcesOf(stack).find((resource) => resource.path === path);
  if (!found) throw new Error(`No resource has the path ${path}.`);
  return found;
}

/** All statements of the policies of roles. */
export const statementsOf = ({ stack }: Variant) =>
  resourcesOf(stack, 'AWS::IAM::Policy').flatMap(({ path, Properties }) =>
    Properties.PolicyDocument.Statement.map((statement: Record<string, unknown>) => ({ path, ...statement })),
  );
