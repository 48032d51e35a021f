import type { ClosingRule } from '#shared/closing/closing.ts';
import { hashToHex } from '#shared/hash/hash.ts';
import type { Source } from '#shared/pipeline/read/source.ts';
import { reportSource } from '#shared/pipeline/report.ts';
import { run } from '#shared/pipeline/run.ts';
import { knowing } from '#shared/report/files/knowing.ts';
import { refuseTooLarge } from './capacity.ts';
import { type Deployment, runPrefixes } from './deployment.ts';
import { parseAcknowledgements, readInput, resolvePeriod } from './input.ts';
import { movePointer, readLatestRun } from './latest-run.ts';
import type { S3Objects } from './objects/s3-objects.ts';
import type { Notice } from './output/notice.ts';
import { publish } from './publish.ts';
import { listSources, readJson, readRunSettings } from './sources.ts';

/** What the workflow asks for. */
export interface RunEvent {
  /** The execution's own input. */
  readonly input: unknown;
  /** When the execution was started: the one part of the report that does not follow from the input. */
  readonly startedAt: string;
  /** Names the execution: a repeated call writes the same objects. */
  readonly execution: string;
}

export interface RunDependencies {
  readonly deployment: Deployment;
  readonly objects: S3Objects;
  /** When a period may close, where the deployment has a billing workflow. */
  readonly closing: ClosingRule | undefined;
  /** Memory of the function. */
  readonly memoryMb: number;
  /** The console's page, which a report is put into. */
  readonly page: () => string;
}

/** What the execution puts out, and what is told of it. */
export interface Outcome {
  readonly result: object;
  readonly notice: Notice;
}

/** Where a run keeps its outcome, for a call that is repeated after the pointer was moved. */
const OUTCOME = 'outcome.json';

/**
 * Reads the objects that the input names, reconciles them, publishes the report and moves the pointer of its output.
 * @throws Rejection where the input, an object or the books are refused
 */
export async function runLedgers(
  event: RunEvent,
  { deployment, objects, closing, memoryMb, page }: RunDependencies,
) {
  const input = readInput(resolvePeriod(event.input, event.startedAt), deployment);
  const generatedAt = new Date(event.startedAt).toISOString();
  const place = runPrefixes(input.output, generatedAt, hashToHex(event.execution, 32));
  const earlier = await readLatestRun(input.output, objects);
  // The answer to an earlier call was lost: compared with itself, the report would have no news.
  if (earlier?.report === place.output) return (await readJson(place.run + OUTCOME, objects)) as Outcome;
  const sources = await listSources(input, objects);
  refuseTooLarge(sources, memoryMb);
  const settings = await readRunSettings(input, objects);
  const known = parseAcknowledgements(
    typeof input.known === 'string' ? await readJson(input.known, objects) : input.known,
  );
  const open = ({ source, place: key }: Source) => objects.read(key, sources[source]?.version);
  const ran = await run(sources, open, settings);
  const { language } = input;
  const { connector } = settings;
  const source = knowing(reportSource(ran, { sources, generatedAt, connector, page, language }), known);
  const published = { sources, closing, ...(language && { language }), ...(earlier && { earlier }) };
  const { result, notice, latest } = await publish(
    published,
    source,
    ran.whole.rejected.length,
    place,
    objects,
  );
  const outcome: Outcome = { result, notice };
  await objects.write(place.run + OUTCOME, [JSON.stringify(outcome)]);
  await movePointer(latest, objects);
  return outcome;
}
