/** What a planner must know to write queries that this engine accepts. */
export const DIALECT_NOTES = [
  'PostgreSQL. Write exactly one SELECT (WITH is fine), without comments and without placeholders.',
  'Text goes in single quotes; names with upper-case letters or odd characters go in double quotes.',
  "Dates: compare with '2026-11-21', group with date_trunc('month', column) or to_char(column, 'YYYY-MM'), reckon with INTERVAL '1 month'.",
  'ILIKE ignores case. Integer division drops the fraction: multiply by 1.0 first.',
  'ROUND with decimals takes numeric only: ROUND(value::numeric, 2).',
  "Every selected column stands in GROUP BY or inside of an aggregate. List with string_agg(column, ', ').",
  'Rows are filtered for the caller already: add no condition on the tenant.',
].join(' ')
