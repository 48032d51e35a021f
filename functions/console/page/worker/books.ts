import { connectors } from '#shared/connectors/registry.ts';
import { reconciled } from '#shared/engine/reconcile.ts';
import { report as reportOf, sinceOf } from '#shared/engine/report/report.ts';
import { clausesOf, sentencesOf } from '#shared/engine/report/reworded.ts';
import type { ReadRow } from '#shared/files/native-file.ts';
import { Account, type Figures, sentences } from '#shared/normalizer/account.ts';
import { ROW_FIELDS, type RowField } from '#shared/normalizer/intake/native.ts';
import { type Payload, settingsOf, wholeOf } from '#shared/normalizer/intake/payload.ts';
import { Stripper } from '#shared/normalizer/intake/strip.ts';
import { unfolded } from '#shared/normalizer/intake/unfold.ts';
import { downstreamUsage } from '#shared/normalizer/records/downstream.ts';
import { underItsChannel, upstreamCharges, upstreamDrafts } from '#shared/normalizer/records/upstream.ts';
import { wholePayments } from '#shared/normalizer/records/whole-payments.ts';
import { type Normalized, replyOf } from '#shared/normalizer/reply.ts';
import { surveyOf } from '#shared/normalizer/survey/survey.ts';
import type { PaymentFacts } from '#shared/payment-facts.ts';
import { connectorPayloadSchemaOf } from '#shared/schemas/connector-payload.ts';
import { check, read } from '#shared/schemas/read.ts';
import { type DownstreamRecord, downstreamRecordSchema } from '#shared/schemas/reconciliation-input.ts';
import { placed } from '#shared/sentence.ts';
import { notesInChinese } from '#shared/words/notes-in-chinese.ts';
import type { Answered } from '../answered.ts';
import type { Role, Settings, Source, Step, Unread } from './protocol.ts';
import { type Place, SetAside } from './set-aside.ts';

export interface OpenSource extends Omit<Source, 'rules'> {
  readonly rows: readonly ReadRow[];
  /** Rows of a table that its rules cannot read. */
  readonly unread: readonly Unread[];
}

/** The field of a normalize call that takes the rows of a role. */
const FIELD_OF: Readonly<Partial<Record<Role, RowField>>> = {
  ...{ logs: 'logs', upstreamLogs: 'upstreamCharges', bill: 'upstreamCharges' },
  ...{ payments: 'payments', channels: 'channels' },
};

const schema = connectorPayloadSchemaOf(connectors.map(({ id }) => id));

const periodOf = ({ from, to }: Settings) => ({
  ...(from !== '' && { start: `${from}T00:00:00.000Z` }),
  ...(to !== '' && { end: `${to}T00:00:00.000Z` }),
});

/** Rows by the field that takes them, each with its place in the reader's files. */
class Fields {
  readonly rows = new Map<RowField, unknown[]>();
  readonly places = new Map<RowField, Place[]>();
  readonly usage: { row: unknown; place: Place }[] = [];

  constructor(sources: readonly OpenSource[]) {
    for (const source of sources) this.#add(source);
  }

  #add({ name, role, rows }: OpenSource): void {
    const field = FIELD_OF[role];
    const stripper = role === 'channels' ? new Stripper('channels') : undefined;
    for (const { row, native, ledger } of rows) {
      const place = { file: name, row };
      if (role === 'ledgers' && (ledger ?? 'downstreamUsage') === 'downstreamUsage')
        this.usage.push({ row: native, place });
      else this.#push(field ?? (ledger as RowField), stripper?.strip(native) ?? native, place);
    }
  }

  #push(field: RowField | undefined, row: unknown, place: Place): void {
    if (field === undefined) return;
    if (!this.rows.has(field)) {
      this.rows.set(field, []);
      this.places.set(field, []);
    }
    for (const inner of unfolded(row)) {
      this.rows.get(field)?.push(inner);
      this.places.get(field)?.push(place);
    }
  }
}

function payloadOf(fields: Fields, sources: readonly OpenSource[], settings: Settings): Payload {
  const period = periodOf(settings);
  const connector = sources.find(({ role }) => role === 'logs')?.connector ?? connectors[0]?.id;
  const said = read(schema, {
    ...{ connector, logs: [] },
    ...(settings.currency !== '' && { currency: settings.currency }),
    ...(Object.keys(period).length > 0 && { period }),
    ...(settings.quotaPerUnit !== '' && { quotaPerUnit: Number(settings.quotaPerUnit) }),
  });
  const held = ROW_FIELDS.filter((field) => fields.rows.has(field));
  const pages = held.map(
    (field) => [field, { rows: fields.rows.get(field) ?? [], surroundings: [] }] as const,
  );
  return { settings: said, pages: new Map(pages) };
}

/** The normalizer's steps over all rows at once; a row that cannot be read is set aside. */
function normalized(
  payload: Payload,
  aside: SetAside,
): { reply: Normalized; figures: Figures; facts: PaymentFacts } {
  const account = new Account(aside);
  const settings = settingsOf(payload, connectors, account);
  const whole = wholeOf(payload, account);
  const context = { ...settings, survey: surveyOf(whole, settings) };
  const usage = downstreamUsage(whole.logs, context, account);
  const drafts = upstreamDrafts(whole.upstreamCharges, context, account);
  const charges = upstreamCharges(drafts, usage.links, account).map((charge) => ({
    index: charge.index,
    record: underItsChannel(charge),
  }));
  const { records: payments, facts } = wholePayments(whole.payments, whole.logs, context, account);
  const figures = account.figures();
  return { reply: replyOf(payload, { usage: usage.records, charges, payments }, figures), figures, facts };
}

/** Usage rows that are canonical already, checked as reconcile checks them. */
const canonicalUsage = ({ usage }: Fields, aside: SetAside): DownstreamRecord[] =>
  usage.flatMap(({ row, place }) => {
    const checked = check(downstreamRecordSchema, row);
    if ('output' in checked) return [checked.output];
    aside.add(
      place,
      checked.problems.map(({ path, sentence }) => (path === '' ? sentence : placed(path, sentence))),
    );
    return [];
  });

/**
 * Reconciles what the files hold.
 * @throws Rejection for a mistake in a setting, or where too many rows cannot be read
 */
export function answerOf(
  sources: readonly OpenSource[],
  settings: Settings,
  generatedAt: string,
  tell: (step: Step) => void,
): Answered {
  tell('normalizing');
  const fields = new Fields(sources);
  const aside = new SetAside(fields.places);
  const { reply, figures, facts } = normalized(payloadOf(fields, sources, settings), aside);
  const { data, meta } = reply;
  const usage = canonicalUsage(fields, aside);
  for (const { name, unread } of sources)
    for (const { row, reason } of unread) aside.add({ file: name, row }, [reason]);
  const unread = sources.reduce((sum, source) => sum + source.unread.length, 0);
  const received = meta.rows.received + fields.usage.length + unread;
  aside.refuseIfTooMany(received);
  // Rows that need no normalizing count as what they are.
  const rows = { ...meta.rows, received, downstreamUsage: meta.rows.downstreamUsage + usage.length };
  const input = { ...data, downstreamUsage: [...data.downstreamUsage, ...usage] };
  tell('reconciling');
  const { conclusions, surveyed } = reconciled(input, undefined, facts);
  const report = reportOf(conclusions, surveyed, generatedAt, { isUnbounded: true });
  return {
    report,
    meta: { rows, notes: meta.notes },
    translations: { zh: { ...sentencesOf(report, 'zh'), notes: sentences(figures, notesInChinese) } },
    clauses: clausesOf(report, 'en'),
    since: sinceOf(conclusions),
    ...aside.told(),
  };
}
