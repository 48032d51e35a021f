/** Expressions stand on one line: not every tool that reads the language takes another. */
export const jsonata = (...lines: string[]) => `{% ${lines.join(' ')} %}`;

/** Lambda's passing faults. CDK's own default list lacks the one that throttling raises. */
export const PASSING_FAULTS = [
  'Lambda.TooManyRequestsException',
  'Lambda.ServiceException',
  'Lambda.AWSLambdaException',
  'Lambda.SdkClientException',
  'Lambda.ClientExecutionTimeoutException',
];

export const RETRY = {
  IntervalSeconds: 2,
  MaxAttempts: 5,
  BackoffRate: 2,
  MaxDelaySeconds: 30,
  JitterStrategy: 'FULL',
};

/** Refusals of what was sent; no retry mends them. */
export const REFUSALS = ['InvalidRequest', 'ProhibitedField'];

/** Publishes a text to a topic; after a lost reply twice. */
export const notice = (
  { partition, topic }: { readonly partition: string; readonly topic: string },
  subject: string,
  message: string,
) => ({
  Type: 'Task',
  Resource: `arn:${partition}:states:::sns:publish`,
  Arguments: { TopicArn: topic, Subject: subject, Message: message },
  TimeoutSeconds: 30,
  Retry: [{ ErrorEquals: ['States.TaskFailed', 'States.Timeout'], ...RETRY }],
});

/** The language keeps names that begin with `States.` to itself: a Fail state with one ends without its cause. */
export const FAILURE_NAME = jsonata(
  "$substringBefore($states.input.Error, '.') = 'States'",
  "? 'Workflow.' & $substringAfter($states.input.Error, '.')",
  ': $states.input.Error',
);
