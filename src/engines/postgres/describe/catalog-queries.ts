import { OMITTED_MAX, type OmittedObject } from '../../shared/describe/inspection.ts'

/**
 * Tables that the role may read. Left out: views, which run with their owner's rights; foreign tables, which reach
 * other servers; and partitions, which are read through their parent.
 */
export const TABLES = `
SELECT c.oid::text, n.nspname::text, c.relname::text
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relpersistence <> 't'
  AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
  AND has_schema_privilege(n.oid, 'USAGE')
  AND (has_table_privilege(c.oid, 'SELECT') OR has_any_column_privilege(c.oid, 'SELECT'))
ORDER BY n.nspname COLLATE "C", c.relname COLLATE "C"`

/** Readable objects that `TABLES` leaves out. */
export const OMITTED_OBJECTS = `
SELECT CASE WHEN c.relispartition THEN 'p' ELSE c.relkind::text END, n.nspname || '.' || c.relname
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE (c.relkind IN ('v', 'm', 'f') OR c.relispartition AND c.relkind IN ('r', 'p')) AND c.relpersistence <> 't'
  AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
  AND has_schema_privilege(n.oid, 'USAGE')
  AND (has_table_privilege(c.oid, 'SELECT') OR has_any_column_privilege(c.oid, 'SELECT'))
ORDER BY 1, 2 LIMIT ${OMITTED_MAX}`

export const omittedKind = (kind: string | null | undefined): OmittedObject['kind'] =>
  kind === 'p' ? 'partition' : kind === 'f' ? 'foreign table' : 'view'

/**
 * Estimated row counts: from the planner's statistics, or else from counted changes. Includes partitions and inheriting
 * tables.
 */
export const ROWS = `
WITH RECURSIVE family AS (
  SELECT root, root AS member FROM unnest($1::oid[]) AS root
  UNION
  SELECT f.root, i.inhrelid FROM family f JOIN pg_catalog.pg_inherits i ON i.inhparent = f.member
)
SELECT f.root::text,
  sum(CASE WHEN c.reltuples > 0 THEN c.reltuples::bigint ELSE pg_stat_get_live_tuples(c.oid) END)::text
FROM family f JOIN pg_catalog.pg_class c ON c.oid = f.member AND c.relkind = 'r'
GROUP BY f.root`

/** Total number of columns. */
export const COLUMN_COUNT = `
SELECT count(*)::text FROM pg_catalog.pg_attribute a
WHERE a.attrelid = ANY ($1::oid[]) AND a.attnum > 0 AND NOT a.attisdropped`

/** Columns that the role may read, with nondeterministic collations. */
export const COLUMNS = `
SELECT a.attrelid::text, a.attname::text,
  format_type(a.atttypid, a.atttypmod) || COALESCE(' COLLATE ' || quote_ident(l.collname), ''), a.attnotnull::text
FROM pg_catalog.pg_attribute a
LEFT JOIN pg_catalog.pg_collation l ON l.oid = a.attcollation AND NOT l.collisdeterministic
WHERE a.attrelid = ANY ($1::oid[]) AND a.attnum > 0 AND NOT a.attisdropped
  AND (has_table_privilege(a.attrelid, 'SELECT') OR has_column_privilege(a.attrelid, a.attnum, 'SELECT'))
ORDER BY a.attrelid, a.attnum`

/** Comments on tables and columns, truncated. */
export const COMMENTS = `
SELECT d.objoid::text, a.attname::text, left(d.description, $2::int)
FROM pg_catalog.pg_description d
LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = d.objoid AND a.attnum = d.objsubid AND a.attnum > 0
WHERE d.classoid = 'pg_catalog.pg_class'::regclass AND d.objoid = ANY ($1::oid[])
  AND (d.objsubid = 0 OR NOT a.attisdropped)`

/**
 * Generated columns and their sources, one per row, including those of inheriting tables, which may use other sources.
 * Up to version 14 the column depends on its sources, later its expression does.
 */
export const GENERATED = `
WITH RECURSIVE family AS (
  SELECT root, root AS member FROM unnest($1::oid[]) AS root
  UNION
  SELECT f.root, i.inhrelid FROM family f JOIN pg_catalog.pg_inherits i ON i.inhparent = f.member
)
SELECT DISTINCT f.root::text, a.attname::text, a.attgenerated::text, s.attname::text
FROM family f
JOIN pg_catalog.pg_attribute a ON a.attrelid = f.member AND a.attgenerated <> '' AND NOT a.attisdropped
LEFT JOIN pg_catalog.pg_attrdef x ON x.adrelid = a.attrelid AND x.adnum = a.attnum
LEFT JOIN pg_catalog.pg_depend d ON d.refclassid = 'pg_catalog.pg_class'::regclass AND d.refobjid = a.attrelid
  AND d.refobjsubid NOT IN (0, a.attnum)
  AND ((d.classid = 'pg_catalog.pg_attrdef'::regclass AND d.objid = x.oid)
    OR (d.classid = 'pg_catalog.pg_class'::regclass AND d.objid = a.attrelid AND d.objsubid = a.attnum))
LEFT JOIN pg_catalog.pg_attribute s ON s.attrelid = d.refobjid AND s.attnum = d.refobjsubid
ORDER BY 1, 2, 4`

/** Primary and foreign keys, one column per row, without those repeated by partitions. */
export const KEYS = `
SELECT k.conrelid::text, k.oid::text, k.contype::text, a.attname::text, rn.nspname::text, rc.relname::text, ra.attname::text
FROM pg_catalog.pg_constraint k
CROSS JOIN LATERAL unnest(k.conkey, k.confkey) WITH ORDINALITY AS part (attnum, refnum, place)
JOIN pg_catalog.pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = part.attnum
LEFT JOIN pg_catalog.pg_class rc ON rc.oid = k.confrelid
LEFT JOIN pg_catalog.pg_namespace rn ON rn.oid = rc.relnamespace
LEFT JOIN pg_catalog.pg_attribute ra ON ra.attrelid = k.confrelid AND ra.attnum = part.refnum
WHERE k.contype IN ('p', 'f') AND k.conparentid = 0 AND k.conrelid = ANY ($1::oid[])
ORDER BY k.conrelid, k.contype, k.conname COLLATE "C", k.oid, part.place`

/** Non-partial indexes that support equality, one column per row; no name for an expression. */
export const INDEXES = `
SELECT i.indrelid::text, i.indexrelid::text, a.attname::text
FROM pg_catalog.pg_index i
JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid
JOIN pg_catalog.pg_am m ON m.oid = c.relam
CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY AS part (attnum, place)
LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = part.attnum AND part.attnum > 0
WHERE i.indrelid = ANY ($1::oid[]) AND i.indpred IS NULL AND i.indisvalid AND m.amname IN ('btree', 'hash')
  AND part.place <= i.indnkeyatts
ORDER BY i.indrelid, i.indisprimary DESC, c.relname COLLATE "C", i.indexrelid, part.place`

/**
 * User-defined types of these columns, one label of an enumeration or field of a composite type per row. Domains may be
 * nested; `citext` counts as text, which has its own operators.
 */
export const TYPES = `
WITH RECURSIVE used AS (
  SELECT DISTINCT a.atttypid AS oid FROM pg_catalog.pg_attribute a
  WHERE a.attrelid = ANY ($1::oid[]) AND a.attnum > 0 AND NOT a.attisdropped
), below AS (
  SELECT t.oid, t.typbasetype, t.typtypmod FROM pg_catalog.pg_type t JOIN used ON used.oid = t.oid WHERE t.typtype = 'd'
  UNION ALL
  SELECT b.oid, t.typbasetype, t.typtypmod FROM below b JOIN pg_catalog.pg_type t ON t.oid = b.typbasetype
  WHERE t.typtype = 'd'
), bases AS (
  SELECT b.oid, b.typbasetype, b.typtypmod FROM below b JOIN pg_catalog.pg_type t ON t.oid = b.typbasetype
  WHERE t.typtype <> 'd'
), named AS (
  SELECT oid FROM used UNION SELECT typbasetype FROM bases
)
SELECT format_type(t.oid, NULL), n.nspname::text, t.typname::text, t.typtype::text,
  CASE WHEN x.extname = 'citext' THEN 'text' ELSE format_type(b.typbasetype, b.typtypmod) END,
  COALESCE(e.enumlabel, f.attname)::text
FROM pg_catalog.pg_type t
JOIN named ON named.oid = t.oid
JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace AND n.nspname <> 'pg_catalog'
LEFT JOIN bases b ON b.oid = t.oid
LEFT JOIN pg_catalog.pg_depend d ON d.objid = t.oid AND d.classid = 'pg_catalog.pg_type'::regclass AND d.deptype = 'e'
LEFT JOIN pg_catalog.pg_extension x ON x.oid = d.refobjid AND t.typname = 'citext'
LEFT JOIN pg_catalog.pg_enum e ON e.enumtypid = t.oid
LEFT JOIN pg_catalog.pg_class r ON r.oid = t.typrelid AND r.relkind = 'c'
LEFT JOIN pg_catalog.pg_attribute f ON f.attrelid = r.oid AND f.attnum > 0 AND NOT f.attisdropped
WHERE t.typtype IN ('e', 'd') OR r.oid IS NOT NULL OR x.oid IS NOT NULL
ORDER BY t.oid, e.enumsortorder, f.attnum`
