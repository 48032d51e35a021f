/** Wraps a JSONata expression for the Amazon States Language. Joins its lines, because some tools accept only one. */
export const jsonata = (...lines: string[]) => `{% ${lines.join(' ')} %}`;

/** Escapes characters outside ASCII as `\uXXXX`, which JSONata reads and CloudFormation does not damage. */
const escapeNonAscii = (expression: string): string =>
  expression.replaceAll(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Builds a JSONata expression that evaluates the Chinese expression if the variable `$zh` is true, else the English one. */
export const chooseByLanguage = (english: string, chinese: string): string =>
  `($zh ? ${escapeNonAscii(chinese)} : ${english})`;

/** Retry policy for temporary errors: five attempts over about a minute. */
export const RETRY = {
  IntervalSeconds: 2,
  MaxAttempts: 5,
  BackoffRate: 2,
  MaxDelaySeconds: 30,
  JitterStrategy: 'FULL',
};

/** Errors by which the service refuses its input. A retry cannot fix them. */
export const REFUSALS = ['InvalidRequest', 'ProhibitedField'];

/** Builds a state that publishes a text to an SNS topic. If the reply is lost, the retry publishes the text twice. */
export const buildNoticeState = (
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
