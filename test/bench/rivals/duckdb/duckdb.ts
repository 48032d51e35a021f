import { FIGURES, type Figures } from '../figures.ts';
import { FIGURES_SQL } from '../figures-sql.ts';

/** What the bench uses of a package that is not there until `npm run bench` installs it, types included. */
export interface DuckDBConnection {
  run(sql: string): Promise<unknown>;
  disconnectSync(): void;
  runAndReadAll(sql: string): Promise<{ getRowObjectsJson(): Record<string, unknown>[] }>;
}
interface DuckDBApi {
  DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<DuckDBConnection> }> };
}
const PACKAGE = '@duckdb/node-api';

const ROW = {
  downstreamUsage: 'requestId VARCHAR, model VARCHAR, chargedAmount VARCHAR, refundAmount VARCHAR',
  upstreamCharges:
    'requestId VARCHAR, upstreamId VARCHAR, model VARCHAR, costAmount VARCHAR, refundAmount VARCHAR',
  payments: 'amount VARCHAR',
};
/** Digits before and after the point that any amount of the ledgers has room in. */
const DECIMAL = 'DECIMAL(38, 12)';
const net = (gross: string) => `${gross}::${DECIMAL} - COALESCE(refundAmount::${DECIMAL}, 0)`;

const columns = Object.entries(ROW)
  .map(([ledger, fields]) => `${ledger}: 'STRUCT(${fields})[]'`)
  .join(', ');
const loadSql = (file: string) => `
  CREATE OR REPLACE TEMP TABLE body AS
    SELECT * FROM read_json('${file}', format = 'auto', maximum_object_size = 67108864, columns = {${columns}});
  CREATE OR REPLACE TEMP TABLE sales AS SELECT requestId AS request_id, model, ${net('chargedAmount')} AS net
    FROM (SELECT unnest(downstreamUsage, recursive := true) FROM body);
  CREATE OR REPLACE TEMP TABLE charges AS SELECT requestId AS request_id, upstreamId AS upstream_id, model, ${net('costAmount')} AS net
    FROM (SELECT unnest(upstreamCharges, recursive := true) FROM body);
  CREATE OR REPLACE TEMP TABLE payments AS SELECT amount::${DECIMAL} AS amount
    FROM (SELECT unnest(payments, recursive := true) FROM body);`;

/** One connection for all runs, on one thread as a function of 1769 MB has it: starting the engine is not counted. */
export async function connectDuckDb(): Promise<DuckDBConnection> {
  const { DuckDBInstance } = (await import(PACKAGE)) as DuckDBApi;
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run('SET threads = 1');
  return connection;
}

/** The figures by DuckDB on exact decimals, from a file that holds the body. */
export async function byDuckDb(connection: DuckDBConnection, file: string): Promise<Figures> {
  await connection.run(loadSql(file));
  const [row = {}] = (await connection.runAndReadAll(FIGURES_SQL)).getRowObjectsJson();
  return Object.fromEntries(FIGURES.map((name) => [name, Number(row[name])])) as unknown as Figures;
}
