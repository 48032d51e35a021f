/** Types of a package that only `npm run bench:files` installs. */
interface DuckDBApi {
  DuckDBInstance: {
    create(path: string): Promise<{
      connect(): Promise<{
        run(sql: string): Promise<unknown>;
        runAndReadAll(sql: string): Promise<{ getRowObjectsJson(): Record<string, unknown>[] }>;
      }>;
    }>;
  };
}
const PACKAGE = '@duckdb/node-api';

const COLUMNS =
  "{id:'BIGINT', created_at:'BIGINT', type:'INTEGER', user_id:'BIGINT', model_name:'VARCHAR', quota:'BIGINT', prompt_tokens:'BIGINT', completion_tokens:'BIGINT', channel:'BIGINT', request_id:'VARCHAR', upstream_request_id:'VARCHAR', other:'VARCHAR'}";
const SNAPSHOT =
  '{"model_ratio":"DECIMAL(18,9)","group_ratio":"DECIMAL(18,9)","completion_ratio":"DECIMAL(18,9)","cache_ratio":"DECIMAL(18,9)","cache_tokens":"BIGINT","model_price":"DECIMAL(18,9)"}';
/** Value of a quota unit, as an exact decimal. */
const AMOUNT = 'CAST(CAST(quota AS DECIMAL(28,0)) * 0.000002::DECIMAL(10,6) AS DECIMAL(38,12))';

const tableSql = (folder: string, ledger: string) => `CREATE TABLE ${ledger} AS
  SELECT *, ${AMOUNT} AS amount, o.model_ratio mr, o.group_ratio gr, o.completion_ratio cr, o.cache_ratio car, o.cache_tokens ct, o.model_price mp
  FROM (SELECT *, json_transform(CASE WHEN other LIKE '{%' THEN other END::JSON, '${SNAPSHOT}') o
    FROM read_json('${folder}/${ledger}/*.jsonl', format = 'newline_delimited', columns = ${COLUMNS}, maximum_object_size = 16777216)
    WHERE type IN (2, 5, 6))`;
const unmatchedSql = (ledger: string, id: string, other: string, otherId: string) =>
  `SELECT count(*) AS requests, sum(amount) FROM ${ledger} l WHERE ${id} <> '' AND type = 2 AND NOT EXISTS (SELECT 1 FROM ${other} u WHERE u.${otherId} = l.${id})`;
const duplicatesSql = (ledger: string) =>
  `SELECT request_id, count(*) n, sum(amount) FROM ${ledger} WHERE request_id <> '' GROUP BY 1 HAVING n > 1`;
const MARGINS = `(SELECT request_id, any_value(model_name) AS model, any_value(user_id) AS customer, any_value(created_at) // 86400 AS day, sum(amount) AS revenue, any_value(upstream_request_id) AS upstream FROM logs GROUP BY 1) l
  LEFT JOIN (SELECT request_id, sum(amount) AS cost FROM upstream GROUP BY 1) u ON u.request_id = l.upstream`;
const marginSql = (by: string) =>
  `SELECT ${by}, sum(revenue), sum(u.cost), sum(revenue) - sum(u.cost) FROM ${MARGINS} GROUP BY 1`;
const priceSql = (ledger: string) =>
  `SELECT count(*), sum(abs(quota - expected)) FROM (SELECT quota, round(CASE WHEN mp >= 0 THEN CAST(mp * gr AS DECIMAL(38,18)) * 500000
    ELSE CAST(CAST(prompt_tokens - coalesce(ct, 0) + coalesce(completion_tokens * cr, 0) + coalesce(ct * car, 0) AS DECIMAL(28,9)) * CAST(mr * gr AS DECIMAL(10,6)) AS DECIMAL(38,9)) END) AS expected
    FROM ${ledger} WHERE mr IS NOT NULL) WHERE abs(quota - expected) > 1`;

/**
 * Computes a month with DuckDB, with exact decimals, on one thread like a function of 1769 MB: totals, unmatched rows of
 * both sides, duplicates, margins by model, day and customer, and prices.
 * @returns requests without an upstream row
 */
export async function askDuckDb(folder: string): Promise<number> {
  const { DuckDBInstance } = (await import(PACKAGE)) as DuckDBApi;
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run('SET threads = 1');
  const rowsOf = async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJson();
  await connection.run('SET preserve_insertion_order = false');
  for (const ledger of ['logs', 'upstream']) await connection.run(tableSql(folder, ledger));
  for (const ledger of ['logs', 'upstream']) await rowsOf(`SELECT count(*), sum(amount) FROM ${ledger}`);
  const [unmatched] = await rowsOf(unmatchedSql('logs', 'upstream_request_id', 'upstream', 'request_id'));
  await rowsOf(unmatchedSql('upstream', 'request_id', 'logs', 'upstream_request_id'));
  for (const ledger of ['logs', 'upstream']) await rowsOf(duplicatesSql(ledger));
  for (const by of ['model', 'day', 'customer']) await rowsOf(marginSql(by));
  for (const ledger of ['logs', 'upstream']) await rowsOf(priceSql(ledger));
  return Number(unmatched?.requests);
}
