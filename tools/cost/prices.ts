/**
 * List prices in US dollars of the region us-east-1, first tier, without the free tier, as published on 2026-11-21 at
 * https://aws.amazon.com/{lambda,api-gateway,cloudwatch,kms}/pricing/ and https://aws.amazon.com/ec2/pricing/on-demand/.
 */
export const prices = {
  date: '2026-11-21',
  region: 'us-east-1',
  lambda: { perRequest: 0.2e-6, perGbSecondArm64: 0.000_013_333_4 },
  /** A request is metered once for each 512 KB that it carries. */
  httpApi: { perRequest: 1e-6, bytesPerRequest: 512 * 1024 },
  logs: { perGbIngested: 0.5, perGbMonthStored: 0.03 },
  cloudWatch: { perMetricMonth: 0.3, perAlarmMetricMonth: 0.1, perDashboardMonth: 3 },
  dataTransfer: { perGbOut: 0.09 },
  kms: { perKeyMonth: 1 },
} as const;
