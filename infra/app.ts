import { App } from 'aws-cdk-lib';
import { createService } from './service-app.ts';

createService(new App()).synth();
