import { readFileSync } from 'node:fs';
import { App } from 'aws-cdk-lib';
import { createService, SERVICE } from '../service-app.ts';

export type StackContext = Readonly<Record<string, unknown>>;

/**
 * The service's app as `cdk` would run it, in this process and in a folder of its own: `cdk ls` and `cdk synth` write
 * cdk.out, and must not find or leave anything half-done here.
 *
 * @param context settings of the deployment, as `cdk -c` would give them.
 * @returns the app, which may have a stack of its bucket, and the stack of the service
 */
export function synthesize(outdir: string, context: StackContext = {}) {
  const cdkJson: { context: StackContext } = JSON.parse(
    readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8'),
  );
  const metadata = { 'aws:cdk:enable-path-metadata': true, 'aws:cdk:enable-asset-metadata': true };
  const app = createService(new App({ outdir, context: { ...cdkJson.context, ...metadata, ...context } }));
  const stack = app.synth().stacks.find(({ id }) => id.startsWith(`${SERVICE}-`));
  if (!stack) throw new Error('The app has no stack.');
  return { app, stack };
}
