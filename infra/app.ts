import { App } from 'aws-cdk-lib';
import { createService } from './service-app.ts';

try {
  createService(new App()).synth();
} catch (error) {
  // Print the sentence about a wrong setting alone; a stack trace of the CDK would bury it.
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
