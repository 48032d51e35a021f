import { readFileSync } from 'node:fs';
import { App } from 'aws-cdk-lib';
import type { CloudFormationStackArtifact } from 'aws-cdk-lib/cx-api';
import { createService } from '../service-app.ts';

/**
 * The service's stack, synthesized in this process into a folder of its own: `cdk ls` and `cdk synth` write
 * cdk.out, and must not find or leave anything half-done here.
 *
 * @param context settings of the deployment, as `cdk -c` would give them.
 */
export function synthesize(
  outdir: string,
  context: Readonly<Record<string, unknown>> = {},
): CloudFormationStackArtifact {
  const cdkJson: { context: Record<string, unknown> } = JSON.parse(
    readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8'),
  );
  const metadata = { 'aws:cdk:enable-path-metadata': true, 'aws:cdk:enable-asset-metadata': true };
  const app = new App({ outdir, context: { ...cdkJson.context, ...metadata, ...context } });
  const [stack] = createService(app).synth().stacks;
  if (!stack) throw new Error('The app has no stack.');
  return stack;
}
