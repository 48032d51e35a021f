import { App } from 'aws-cdk-lib';
import { createService } from './service-app.ts';

try {
  createService(new App()).synth();
} catch (error) {
  // Print only the message: a stack trace of the CDK would hide which setting is wrong.
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
