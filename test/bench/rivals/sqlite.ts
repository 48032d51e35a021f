import { DatabaseSync } from 'node:sqlite';
import type { Figures } from './figures.ts';
import { FIGURES_SQL } from './figures-sql.ts';

/** SQLite reads JSON, and has no decimals: money is REAL, as it is in the scripts that use it. */
const LOAD_SQL = [
  `CREATE TABLE sales AS SELECT value ->> 'requestId' AS request_id, value ->> 'model' AS model,
     CAST(value ->> 'chargedAmount' AS REAL) - COALESCE(CAST(value ->> 'refundAmount' AS REAL), 0) AS net
   FROM json_each(?, '$.downstreamUsage')`,
  `CREATE TABLE charges AS SELECT value ->> 'requestId' AS request_id, value ->> 'upstreamId' AS upstream_id,
     value ->> 'model' AS model,
     CAST(value ->> 'costAmount' AS REAL) - COALESCE(CAST(value ->> 'refundAmount' AS REAL), 0) AS net
   FROM json_each(?, '$.upstreamCharges')`,
  `CREATE TABLE payments AS SELECT CAST(value ->> 'amount' AS REAL) AS amount FROM json_each(?, '$.payments')`,
];

/** The figures by SQLite, in memory, from the text of the body. */
export function bySqlite(body: string): Figures {
  const database = new DatabaseSync(':memory:');
  for (const sql of LOAD_SQL) database.prepare(sql).run(body);
  const figures = database.prepare(FIGURES_SQL).get() as unknown as Figures;
  database.close();
  return figures;
}
