import { readFileSync } from 'node:fs';
import { App } from 'aws-cdk-lib';
import type { CloudFormationStackArtifact } from 'aws-cdk-lib/cx-api';
import { createService, SERVICE } from '../service-app.ts';

export type StackContext = Readonly<Record<string, unknown>>;

/**
 * The service's app as `cdk` would run it, in this process and in a folder of its own: `cdk ls` and `cdk synth` write
 * cdk.out, and must not find or leave anything half-done here.
 *
 * @param context settings of the deployment, as `cdk -c` would give them.
 */
export function serviceApp(outdir: string, context: StackContext = {}): App {
  const cdkJson: { context: StackContext } = JSON.parse(
    readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8'),
  );
  const metadata = { 'aws:cdk:enable-path-metadata': true, 'aws:cdk:enable-asset-metadata': true };
  return createService(new App({ outdir, context: { ...cdkJson.context, ...metadata, ...context } }));
}

/** The service's stack of an app, which may have one of its bucket beside it. */
export function serviceStackOf(app: App): CloudFormationStackArtifact {
  const stack = app.synth().stacks.find(({ id }) => id.startsWith(`${SERVICE}-`));
  if (!stack) throw new Error('The app has no stack.');
  return stack;
}

/** The service's stack, synthesized into `outdir`. */
export function synthesize(outdir: string, context: StackContext = {}): CloudFormationStackArtifact {
  return serviceStackOf(serviceApp(outdir, context));
}
