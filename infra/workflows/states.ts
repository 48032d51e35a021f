/** Expressions stand on one line: not every tool that reads the language takes another. */
export const jsonata = (...lines: string[]) => `{% ${lines.join(' ')} %}`;

/** Letters beyond ASCII as escapes, which JSONata reads and no template mangles on its way. */
const escaped = (expression: string): string =>
  expression.replaceAll(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** An expression in the language of the reader. */
export const said = (english: string, chinese: string): string => `($zh ? ${escaped(chinese)} : ${english})`;

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
