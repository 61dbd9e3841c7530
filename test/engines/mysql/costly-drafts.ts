const nested = (count: number, around: (inner: string) => string, inner: string): string =>
  count === 0 ? inner : nested(count - 1, around, around(inner))

const GROW = (inner: string): string => `REPLACE(${inner}, 'x', 'xxxxxxxxxx')`
const MEGABYTE = "REPEAT(REPEAT('x', 1000), 1000)"

/** What would keep a server busy for long within one row, where it looks at no KILL. */
export const COSTLY: readonly string[] = [
  `SELECT LENGTH(${nested(8, GROW, "'x'")})`,
  `SELECT LENGTH(${nested(8, GROW, "REPEAT('x', 1000)")}) FROM orders`,
  `SELECT REPLACE(${MEGABYTE}, 'x', '')`,
  `SELECT REPLACE(${MEGABYTE}, 'x', 'xy')`,
  `SELECT REPLACE(t, 'x', 'xy') FROM (SELECT ${MEGABYTE} AS t) d`,
  `SELECT REPLACE(t, 'x', 'xy') FROM ${nested(6, (inner) => `(SELECT ${GROW('t')} AS t FROM ${inner} d)`, "(SELECT 'x' AS t)")} d`,
  'WITH RECURSIVE s AS (SELECT CAST(1 AS CHAR(60000)) AS t UNION ALL SELECT CONCAT(t, t) FROM s WHERE LENGTH(t) < 100000) SELECT REPLACE(t, 1, 11) FROM s',
  "WITH RECURSIVE s(t) AS (SELECT CAST('a' AS CHAR(60000)) UNION ALL SELECT CONCAT(t, t) FROM s WHERE LENGTH(t) < 100000) SELECT REPLACE(t, 'a', 'aa') FROM s",
  `WITH s AS (SELECT name FROM customers UNION ALL SELECT ${MEGABYTE}) SELECT REPLACE(name, 'x', 'xx') FROM s`,
  `WITH s AS (SELECT * FROM (SELECT 'x' AS name) z UNION ALL SELECT ${MEGABYTE}) SELECT REPLACE(name, 'x', 'xx') FROM s`,
  `SELECT REPLACE((SELECT ${MEGABYTE}), 'x', 'xx')`,
  `SELECT REPLACE(CASE WHEN 1 THEN ${MEGABYTE} ELSE 'x' END, 'x', 'xx')`,
  "SELECT REPLACE(GROUP_CONCAT(name), 'x', name) FROM customers",
  "SELECT REPLACE(JSON_OBJECTAGG(id, name), 'x', '') FROM customers",
  "SELECT REPLACE(HEX(HEX(HEX(HEX(GROUP_CONCAT(name))))), '2', '') FROM customers",
  "SELECT REPLACE(EXPORT_SET(255, REPEAT('x', 1000), REPEAT('x', 1000)), 'x', 'xyz')",
  "SELECT REPLACE(LPAD('x', 1000, 'x'), 'x', REPEAT('x', 1000))",
  "SELECT REGEXP_REPLACE(REPEAT('x', 1000), '(?:x?){18}x{18}y|x', 'y')",
  "SELECT REGEXP_REPLACE(name, '(?:x?){18}x{18}y|x', 'y') FROM customers",
  "SELECT REGEXP_REPLACE(REPEAT('x', 1000), 'x*x*x*[yz]|x', 'yy')",
  "SELECT REGEXP_REPLACE(GROUP_CONCAT(name), 'x', 'yy') FROM customers",
  "SELECT REGEXP_SUBSTR(REPEAT('x', 1000), 'x*x*x*x*x*x*[yz]')",
  'SELECT name REGEXP city FROM customers',
  "SELECT name REGEXP '(x+x+)+y' FROM customers",
  "SELECT name RLIKE '(x|x)*y' FROM customers",
  "SELECT name RLIKE '[x](x+x+)+[y:]' FROM customers",
  `SELECT ${MEGABYTE} LIKE CONCAT('%', ${MEGABYTE}, 'y')`,
  `SELECT LOCATE(CONCAT(${MEGABYTE}, 'y'), ${MEGABYTE}), INSTR(${MEGABYTE}, name) FROM customers`,
  `SELECT POSITION(CONCAT(${MEGABYTE}, 'y') IN ${MEGABYTE})`,
  `SELECT ${Array(120).fill("SHA2(REPEAT(REPEAT('xxxxxxxxxxxxxxxx', 1000), 1000), 512)").join(', ')}`,
]

/** Honest uses of the same, and the dearest of them. */
export const AFFORDABLE: readonly string[] = [
  "SELECT REPLACE(REPLACE(SUBSTRING(email FROM 1 FOR 20), 'a', 'bcdefghi'), 'b', 'bcdefghi') FROM customers",
  "SELECT REPLACE(name, 'a', 'b'), REPLACE(email, '@', ' at ') FROM customers",
  "SELECT REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(email, '-', ''), ' ', ''), '(', ''), ')', ''), '+', '') FROM customers",
  "SELECT REPLACE(CONCAT(name, ' ', city), ' ', '  ') FROM customers",
  "SELECT UPPER(REPLACE(name, '_', ' ')) AS name FROM (SELECT TRIM(name) AS name FROM customers) x",
  "SELECT LENGTH(GROUP_CONCAT(name)) - LENGTH(REPLACE(GROUP_CONCAT(name), ',', '')) + 1 AS n FROM customers",
  "SELECT REPLACE(LEFT(GROUP_CONCAT(name), 1000), ',', ' and ') FROM customers",
  "SELECT REPLACE(REPLACE(REPLACE(name, '<', '&lt;'), '>', '&gt;'), '''', '&apos;') FROM customers",
  "SELECT REGEXP_REPLACE(email, '[^0-9]+', '') FROM customers",
  "SELECT REGEXP_REPLACE(REGEXP_REPLACE(name, '[0-9]+', '#'), ' +', ' ') FROM customers",
  "SELECT name FROM customers WHERE email REGEXP '^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+[.][A-Za-z]{2,}$'",
  "SELECT COUNT(*) FROM customers WHERE name REGEXP '(foo|bar|baz)' OR name REGEXP '^(?:Mr[.] )?[[:alpha:]]{2,20}$'",
  "SELECT a.id FROM customers a JOIN customers b ON a.name LIKE CONCAT('%', b.city, '%')",
  "SELECT SUBSTRING_INDEX(SUBSTRING_INDEX(email, '@', -1), '.', 1), LOCATE('@', email), INSTR(email, '.') FROM customers",
  "WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT SUBSTRING_INDEX(SUBSTRING_INDEX('a,b,c', ',', i), ',', -1), REPLACE('x-y', '-', i) FROM n",
  "SELECT REPLACE(RPAD('x', 1000, 'x'), 'x', 'yz'), REPLACE(REPEAT(REPEAT('x', 1000), 10), 'x', 'xy')",
  "SELECT REPLACE(REPEAT(REPEAT('x', 1000), 100), 'x', '')",
  "SELECT REPEAT(REPEAT('x', 1000), 30) LIKE CONCAT('%', REPEAT('x', 1000), 'y')",
  "SELECT REGEXP_REPLACE(REPEAT(REPEAT('x', 1000), 10), 'x', 'yy'), REGEXP_SUBSTR(REPEAT('x', 100), 'x*x*x*[yz]')",
  `SELECT REPLACE(SUBSTRING(${MEGABYTE} FROM 1 FOR 20), 'x', 'xy')`,
  `SELECT REPLACE(c.city, 'x', 'xy') FROM customers c JOIN (SELECT 'x' AS t UNION ALL SELECT ${MEGABYTE}) u ON c.name = u.t`,
  "SELECT SHA2(REPEAT(REPEAT('x', 1000), 1000), 512), MD5(REPEAT(REPEAT('x', 1000), 1000))",
]
