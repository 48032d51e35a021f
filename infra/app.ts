import { App } from 'aws-cdk-lib';
import { createService } from './service-app.ts';

try {
  createService(new App()).synth();
} catch (error) {
  // A mistake in a setting is told in its sentence; a stack of the CDK would bury it.
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
