import { DatabaseSync } from 'node:sqlite';
import type { Figures } from './figures.ts';

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

/** One row with a column for each figure. */
const FIGURES_SQL = `
  WITH
    sold AS (SELECT request_id, SUM(net) AS net, COUNT(*) AS n FROM sales GROUP BY request_id),
    billed AS (SELECT request_id, SUM(net) AS net, COUNT(*) AS n FROM charges GROUP BY request_id),
    bills AS (SELECT upstream_id, COUNT(*) AS n FROM charges GROUP BY upstream_id),
    revenues AS (SELECT model, SUM(net) AS net FROM sales GROUP BY model),
    costs AS (SELECT model, SUM(net) AS net FROM charges GROUP BY model)
  SELECT
    (SELECT SUM(net) FROM sales) AS revenue,
    (SELECT SUM(net) FROM charges) AS cost,
    (SELECT SUM(amount) FROM payments) AS paid,
    (SELECT COUNT(*) FROM sold LEFT JOIN billed USING (request_id) WHERE billed.n IS NULL) AS unmatchedDownstream,
    (SELECT COUNT(*) FROM billed LEFT JOIN sold USING (request_id) WHERE sold.n IS NULL) AS unmatchedUpstream,
    (SELECT COUNT(*) FROM sold WHERE n > 1) AS duplicateDownstream,
    (SELECT COUNT(*) FROM bills WHERE n > 1) AS duplicateUpstream,
    (SELECT COUNT(*) FROM sold JOIN billed USING (request_id) WHERE billed.net > sold.net) AS losingRequests,
    (SELECT COUNT(*) FROM revenues JOIN costs USING (model) WHERE costs.net > revenues.net) AS losingModels`;

/** The figures by SQLite, in memory, from the text of the body. */
export function bySqlite(body: string): Figures {
  const database = new DatabaseSync(':memory:');
  for (const sql of LOAD_SQL) database.prepare(sql).run(body);
  const figures = database.prepare(FIGURES_SQL).get() as unknown as Figures;
  database.close();
  return figures;
}
