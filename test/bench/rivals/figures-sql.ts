/**
 * The figures over the tables `sales`, `charges` and `payments`, in the SQL that SQLite and DuckDB share: one row with
 * a column for each figure.
 */
export const FIGURES_SQL = `
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
