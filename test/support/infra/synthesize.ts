import { readFileSync } from 'node:fs';
import { App } from 'aws-cdk-lib';
import { createService, SERVICE } from '#infra/service-app.ts';

/** Settings of a deployment by name, as for `cdk -c name=value`. */
export type StackContext = Readonly<Record<string, unknown>>;

/**
 * Synthesizes the service's app in this process, as `cdk synth` would.
 * @param outdir folder for the assembly; must not be `cdk.out`, which the commands of `cdk` use
 * @param context settings that are added to those of cdk.json
 * @returns the app, and the stack of the service
 */
export function synthesize(outdir: string, context: StackContext = {}) {
  const cdkJson: { context: StackContext } = JSON.parse(
    readFileSync(new URL('../../../cdk.json', import.meta.url), 'utf8'),
  );
  const metadata = { 'aws:cdk:enable-path-metadata': true, 'aws:cdk:enable-asset-metadata': true };
  const app = createService(new App({ outdir, context: { ...cdkJson.context, ...metadata, ...context } }));
  const stack = app.synth().stacks.find(({ id }) => id.startsWith(`${SERVICE}-`));
  if (!stack) throw new Error('The app has no stack.');
  return { app, stack };
}
