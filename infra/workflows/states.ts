/** Wraps a JSONata expression in `{% … %}` for the Amazon States Language. Joins its lines with spaces. */
export const jsonata = (...lines: string[]) => `{% ${lines.join(' ')} %}`;

/** Escapes characters outside ASCII as `\uXXXX`, which JSONata reads and CloudFormation does not damage. */
const escapeNonAscii = (expression: string): string =>
  expression.replaceAll(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Builds a JSONata expression that evaluates `chinese` if the variable `$zh` is true, else `english`. */
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

/**
 * Builds a Step Functions state that publishes a message to an SNS topic. If SNS's reply is lost, a retry publishes it
 * again. Subject and message are texts or JSONata expressions (see `jsonata`).
 */
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
