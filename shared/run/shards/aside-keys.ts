import type { Connector } from '../../connectors/connector.ts';
import { connectors } from '../../connectors/registry.ts';
import { priceText } from '../../facts.ts';
import { silent } from '../../normalizer/account.ts';
import type { ExportContext } from '../../normalizer/context.ts';
import { glimpse } from '../../normalizer/fields/codecs.ts';
import { canonicalText } from '../../normalizer/intake/canonical-text.ts';
import { asWritten, dialectOf } from '../../normalizer/intake/dialect.ts';
import { asText, type Entry, isGatewayRow } from '../../normalizer/intake/native.ts';
import { kindOf } from '../../normalizer/logs/classify.ts';
import { pricedAs } from '../../normalizer/logs/facts.ts';
import { groupKeyOf } from '../../normalizer/logs/log-group.ts';
import { isRecorded, type LogRow, readLogRow } from '../../normalizer/logs/log-row.ts';
import { contentName, rowNameOf } from '../../normalizer/logs/row-names.ts';
import { familyKeyOf } from '../../normalizer/logs/task-join.ts';
import { upstreamDrafts } from '../../normalizer/records/upstream.ts';
import { NO_LOG_SURVEY } from '../../normalizer/survey/survey.ts';
import { keyOfNumber, keyOfText } from '../columns/id-key.ts';
import type { RowAside } from '../read/source.ts';
import { normalizerSettings, type RunSettings } from '../settings.ts';

/** Payments meet each other, whatever they name, and what administrators took back: there are few of them. */
const PAYMENTS = 'payments';

const SILENT = silent();

/** What a log row that can be read says. */
const readOr = (entry: Entry, connector: Connector): { kind?: string; row?: LogRow } =>
  SILENT.attempt(entry, () => {
    const { kind } = kindOf(entry, connector);
    return isRecorded(kind) ? { kind, row: readLogRow(entry, kind, connector) } : { kind };
  }) ?? {};

/** What a row that is not plain must meet others by, and what it says of prices. */
export interface AsideKeys {
  /** At least one; rows that share any of them belong together. */
  readonly keys: readonly number[];
  /** The text of a price. */
  readonly price?: string;
}

/** Says by what rows that are not plain must meet others: more than they do at worst, never less. */
export class AsideKeyReader {
  readonly #context: ExportContext;
  readonly #settings: RunSettings;

  constructor(settings: RunSettings) {
    this.#settings = settings;
    this.#context = {
      ...normalizerSettings(settings),
      survey: NO_LOG_SURVEY,
      takeUsage: () => {},
    };
  }

  of({ field, native }: RowAside): AsideKeys {
    if (field === 'payments') return { keys: [keyOfText(PAYMENTS)] };
    const said = this.#keysOf({ field, index: 0, native });
    return said.keys.length > 0 ? said : { ...said, keys: [keyOfText(canonicalText(native))] };
  }

  #keysOf(entry: Entry): AsideKeys {
    const { field, native } = entry;
    const isLog = isGatewayRow(field, native);
    if (field !== 'logs') return isLog ? this.#upstreamLog(entry) : { keys: this.#bill(entry) };
    return isLog
      ? this.#log(entry, this.#written('logs', this.#context.connector))
      : { keys: [keyOfText(asText(native.requestId))] };
  }

  #written(field: 'logs' | 'upstreamCharges', connector: Connector): Connector {
    return asWritten(connector, this.#settings.forks?.[field] ?? []);
  }

  #log(entry: Entry, connector: Connector): AsideKeys {
    const { native } = entry;
    const { fields } = connector.log;
    const requestId = glimpse(native, fields.requestId);
    const { kind, row } = readOr(entry, connector);
    const family = row && familyKeyOf(row, connector, this.#settings.quotaPerUnit);
    const texts = [
      // As a plain row, which goes by the upstream's id.
      entry.field === 'logs' ? glimpse(native, fields.upstreamRequestId) : undefined,
      requestId,
      kind === 'manage' ? PAYMENTS : undefined,
      ...(row?.taskId === undefined ? [] : [`task:${row.taskId}`, `task:${row.taskId}:refund`]),
      family === undefined ? undefined : `${entry.field} ${groupKeyOf(entry, connector)} ${family}`,
      ...(requestId === undefined ? [rowNameOf(native, connector), contentName(native, connector)] : []),
    ];
    const priced = row && entry.field === 'logs' ? pricedAs(row, connector) : undefined;
    return {
      keys: texts.flatMap((text) => (text === undefined ? [] : keyOfText(text))),
      ...(priced && { price: priceText(priced) }),
    };
  }

  #upstreamLog(entry: Entry): AsideKeys {
    const dialect = this.#written(
      'upstreamCharges',
      dialectOf(entry.native, connectors, this.#context.connector),
    );
    const { keys } = this.#log(entry, dialect);
    const isNumbered = glimpse(entry.native, dialect.log.fields.rowId) !== undefined;
    return { keys: isNumbered ? [...keys, ...namedKeys(rowNameOf(entry.native, dialect))] : keys };
  }

  #bill(entry: Entry): number[] {
    const drafts = upstreamDrafts([entry], this.#context, SILENT);
    return drafts.flatMap(({ record: { requestId, upstreamId, occurredAt } }) => {
      const keys = requestId === undefined ? [] : [keyOfText(requestId)];
      const named = upstreamId === undefined ? [] : namedKeys(upstreamId);
      // Copies of rows without any id are told by all their fields; the time is one of them.
      return keys.length + named.length > 0 ? [...keys, ...named] : [keyOfText(`${Date.parse(occurredAt)}`)];
    });
  }
}

const NAMED = /^([a-z0-9-]+):(.+)$/;
const WHOLE = /^\d{1,15}$/;

/** What an upstream id may be called: a log row is named by its gateway and its number, or its request. */
function namedKeys(upstreamId: string): number[] {
  const [, gateway, name = ''] = NAMED.exec(upstreamId) ?? [];
  const number = connectors.findIndex(({ id }) => id === gateway);
  if (number < 0) return [keyOfText(`charge ${upstreamId}`)];
  return [keyOfText(name), ...(WHOLE.test(name) ? [keyOfNumber(number, Number(name))] : [])];
}
