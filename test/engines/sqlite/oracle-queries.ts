import { PORTABLE_SQL } from '../contract/portable-sql.ts'

/** Legitimate queries in SQLite's own syntax. */
const ONLY_SQLITE: readonly string[] = [
  // Comments and backslashes
  "-- The paid ones\nSELECT id -- the key\nFROM orders\nWHERE /* only */ status = 'paid' /* these */ ORDER BY id -- done",
  "SELECT id, '-- /* no comment' AS a, 'back\\slash' AS b FROM orders WHERE status LIKE 'pai\\d' ESCAPE 'i' OR status LIKE 'pa%' ORDER BY id",
  // Counting, listing, filtering
  'SELECT id, total FROM orders ORDER BY total DESC NULLS LAST, id LIMIT 5 OFFSET 2',
  'SELECT id FROM orders ORDER BY total, id LIMIT 2, 4',
  "SELECT name FROM customers WHERE name LIKE '%-3' ESCAPE '\\'",
  "SELECT name FROM customers WHERE name GLOB 'Customer ?-[0-4]' ORDER BY 1",
  "SELECT name FROM customers WHERE name NOT GLOB '*-1' ORDER BY 1",
  "SELECT id FROM orders WHERE customer_id IS NOT 1003 AND owner IS 'ann'",
  'SELECT id FROM orders WHERE total IS NOT DISTINCT FROM NULL',
  "SELECT name || ' (' || city || ')' AS label FROM customers ORDER BY label",
  'SELECT CAST(credit AS INTEGER) AS credit, CAST(id AS TEXT), CAST(credit AS DECIMAL(10,2)) FROM customers',
  'SELECT ROUND(AVG(total), 2) AS average, ROUND(SUM(total), 1), MIN(total), MAX(total), TOTAL(total) FROM orders',
  "SELECT COALESCE(email, 'none'), IFNULL(email, city), NULLIF(city, 'Oslo') FROM customers",
  "SELECT iif(total > 150, 'big', 'small') AS size, COUNT(*) FROM orders GROUP BY size",
  "SELECT max(id, 5), min(id, 7), typeof(id), quote(name), hex(name), instr(name, 'h') FROM tenants",
  'SELECT total % 7, total / 2, total * 2, CAST(total AS INT) & 3, CAST(total AS INT) | 4, ~id, id << 1, id >> 1 FROM orders',
  // Dates
  "SELECT strftime('%Y-%m', placed_on) AS month, COUNT(*) AS orders, SUM(total) FROM orders GROUP BY month ORDER BY month",
  "SELECT strftime('%Y', placed_on) AS year, SUM(total) FROM orders GROUP BY 1 ORDER BY 1",
  "SELECT COUNT(*) FROM orders WHERE placed_on >= date('2024-06-01', '-3 months') AND placed_on < '2024-06-01'",
  "SELECT COUNT(*) FROM orders WHERE placed_on > date('now', 'start of year', '-10 years')",
  "SELECT id, julianday('2024-12-31') - julianday(placed_on) AS days FROM orders ORDER BY days LIMIT 4",
  "SELECT date(happened_at) AS d, time(happened_at), datetime(happened_at, '+1 day'), unixepoch(happened_at) FROM events",
  "SELECT CASE strftime('%w', placed_on) WHEN '0' THEN 'Sun' WHEN '6' THEN 'Sat' ELSE 'week' END AS d, COUNT(*) FROM orders GROUP BY d",
  'SELECT COUNT(*) FROM orders WHERE placed_on <= CURRENT_DATE AND placed_on < current_timestamp',
  // Grouping
  "SELECT COUNT(*) FILTER (WHERE status = 'paid') AS paid, SUM(total) FILTER (WHERE status <> 'paid') FROM orders",
  "SELECT country, group_concat(name, '; ' ORDER BY id) FROM customers GROUP BY country",
  'SELECT category, group_concat(DISTINCT name) FROM products GROUP BY category ORDER BY category',
  "SELECT status, string_agg(CAST(id AS TEXT), ',' ORDER BY id DESC) FROM orders GROUP BY status",
  "SELECT 100.0 * SUM(status = 'paid') / COUNT(*) AS share FROM orders",
  'SELECT median(total) FROM orders',
  'SELECT status AS "Order Status", COUNT(*) AS \'How many\' FROM orders GROUP BY "Order Status" ORDER BY 2 DESC, 1',
  'SELECT AVG(n) FROM (SELECT customer_id, COUNT(*) AS n FROM orders GROUP BY customer_id)',
  // Joins over foreign keys to rows of other tenants
  'SELECT c.id, o.id FROM orders o FULL OUTER JOIN customers c ON c.id = o.customer_id',
  'SELECT c.name, COUNT(o.id) AS n FROM customers c LEFT JOIN orders o ON o.customer_id = c.id GROUP BY c.id, c.name HAVING n = 0',
  'SELECT c.name, SUM(oi.quantity * oi.price) AS revenue FROM customers c INNER JOIN orders o ON o.customer_id = c.id INNER JOIN order_items oi ON oi.order_id = o.id GROUP BY c.id ORDER BY revenue DESC, c.id LIMIT 5',
  'SELECT Orders.ID, ORDERS.total FROM Orders JOIN CUSTOMERS ON customers.Id = orders.Customer_ID',
  // Quoted names
  'SELECT "order", "the ""text""" FROM "Order Notes" ORDER BY id',
  'SELECT n."tenant id", [n].[order] FROM [Order Notes] AS n WHERE n."the ""text""" = \'it\'\'s 3\'',
  'SELECT `o`.`order` FROM `orders` `o` WHERE `o`.`order` > 3 ORDER BY `order`',
  'SELECT "customers"."name" AS "select" FROM "customers" ORDER BY "select", "customers"."id"',
  'SELECT o."order" AS "group by" FROM orders o JOIN "Order Notes" n ON n."order" = o.id',
  // Subqueries in every clause
  'SELECT id FROM orders ORDER BY id LIMIT (SELECT COUNT(*) / 2 FROM customers)',
  'SELECT id FROM orders ORDER BY id LIMIT 3 OFFSET (SELECT COUNT(*) FROM tenants)',
  'SELECT SUM(n) FROM (SELECT COUNT(*) AS n FROM orders UNION ALL SELECT COUNT(*) FROM customers)',
  // WITH
  "WITH m AS (SELECT strftime('%Y-%m', placed_on) AS month, SUM(total) AS revenue FROM orders GROUP BY 1) SELECT month, revenue, revenue - LAG(revenue) OVER (ORDER BY month) AS growth FROM m ORDER BY month",
  'WITH later AS (SELECT * FROM earlier), earlier AS (SELECT id FROM orders) SELECT COUNT(*) FROM later',
  "WITH RECURSIVE days(d) AS (SELECT '2024-01-01' UNION ALL SELECT date(d, '+1 month') FROM days WHERE d < '2024-08-01') SELECT d, (SELECT COUNT(*) FROM orders o WHERE strftime('%Y-%m', o.placed_on) = strftime('%Y-%m', d)) AS n FROM days",
  'WITH x AS MATERIALIZED (SELECT id FROM orders), y AS NOT MATERIALIZED (SELECT id FROM customers) SELECT (SELECT COUNT(*) FROM x), (SELECT COUNT(*) FROM y)',
  'SELECT * FROM (WITH x AS (SELECT city FROM customers) SELECT city, COUNT(*) FROM x GROUP BY city)',
  "WITH v(code, label) AS (VALUES ('DE', 'home'), ('FR', 'away')) SELECT v.label, COUNT(*) FROM v JOIN customers c ON c.country = v.code GROUP BY v.label",
  'WITH a AS (SELECT id, city FROM customers) SELECT * FROM (WITH b AS (SELECT id FROM a) SELECT a.id, a.city FROM a JOIN b USING (id))',
  'SELECT c.id FROM customers c JOIN countries x ON 1 ORDER BY c.id LIMIT 1 OFFSET (SELECT COUNT(*) FROM countries)',
  'SELECT id FROM customers WHERE email ISNULL OR city NOTNULL',
  // WITH tables with names of tables that the query or its filters read
  'WITH orders AS (SELECT order_id AS id, SUM(quantity) AS pieces FROM order_items GROUP BY order_id) SELECT orders.id, orders.pieces, COUNT(i.id) FROM orders JOIN order_items i ON i.order_id = orders.id GROUP BY orders.id, orders.pieces',
  'WITH order_items AS (SELECT item_id, COUNT(*) AS n FROM item_notes GROUP BY item_id) SELECT * FROM order_items ORDER BY item_id',
  'WITH RECURSIVE orders(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM orders WHERE id < 4) SELECT o.id, COUNT(i.id) FROM orders o LEFT JOIN order_items i ON i.quantity = o.id GROUP BY o.id',
  'SELECT COUNT(*) FROM orders WHERE customer_id IN (WITH orders AS (SELECT id FROM customers WHERE credit > 1100) SELECT id FROM orders)',
  'SELECT c.id FROM (WITH customers AS (SELECT AVG(total) AS best FROM orders) SELECT best FROM customers) t JOIN customers c ON c.credit > t.best',
  'WITH big AS (SELECT id FROM orders), orders AS (SELECT id FROM customers) SELECT (SELECT MAX(id) FROM big), (SELECT COUNT(*) FROM orders), (SELECT COUNT(*) FROM order_items)',
  // Windows
  'SELECT * FROM (SELECT o.*, ROW_NUMBER() OVER (PARTITION BY customer_id ORDER BY total DESC, id) AS rn FROM orders o) WHERE rn = 1',
  "SELECT id, COUNT(*) FILTER (WHERE status = 'paid') OVER (PARTITION BY owner) FROM orders",
  'SELECT id, LAG(total, 1, 0) OVER w, LEAD(total, 2, -1) OVER w FROM orders WINDOW w AS (PARTITION BY status ORDER BY id)',
  // JSON and the rest
  "SELECT json_extract(payload, '$.page') AS page, COUNT(*) FROM events GROUP BY page",
  "SELECT payload ->> '$.page', payload -> 'tags' FROM events WHERE kind = 'buy'",
  'SELECT kind, json_group_array(id ORDER BY id) FROM events GROUP BY kind',
  "SELECT j.value AS tag, COUNT(*) AS n FROM events e, json_each(e.payload, '$.tags') AS j GROUP BY j.value ORDER BY n DESC, tag",
  "SELECT e.id, j.key, j.value FROM events AS e JOIN json_each(e.payload) AS j ON j.type = 'integer' ORDER BY e.id, j.key",
  "SELECT e.id FROM events e WHERE EXISTS (SELECT 1 FROM json_each(e.payload, '$.tags') WHERE value = 't1') ORDER BY e.id",
  "SELECT e.id, (SELECT COUNT(*) FROM json_each(e.payload, '$.tags')) AS tags FROM events e",
  'SELECT t.fullkey, t.atom, COUNT(*) FROM events e JOIN json_tree(e.payload) t ON t.atom IS NOT NULL GROUP BY t.fullkey, t.atom',
  "SELECT e.id, j.value FROM events e LEFT JOIN json_each(json_extract(e.payload, '$.tags')) j ON 1",
  "WITH tags AS (SELECT e.kind, value FROM events e, json_each(e.payload, '$.tags')) SELECT kind, COUNT(DISTINCT value) FROM tags GROUP BY kind",
  'SELECT c.city, COUNT(*) FROM customers c JOIN json_each(\'["Berlin", "Oslo"]\') w ON w.value = c.city GROUP BY c.city',
  "SELECT c.id, part.value FROM customers c, json_each('[\"' || replace(c.name, '-', '\", \"') || '\"]') AS part WHERE part.key = 0",
  'SELECT i.id, j.value FROM order_items i, json_each(json_array(i.quantity, i.price)) j ORDER BY i.id, j.key',
  "SELECT a.value, b.key FROM events e, json_each(e.payload) a, json_tree(e.payload, '$.tags') b WHERE a.key = 'page'",
  'SELECT name FROM customers ORDER BY name COLLATE NOCASE DESC, id LIMIT 3',
  "SELECT printf('%.2f EUR', SUM(total)), format('%05d', COUNT(*)) FROM orders",
  '  SELECT\n\tCOUNT(*)\r\nFROM\n  orders\n  ;  ',
  'SELECT COUNT(*) AS "tenant_id", \'a\\b\' AS "x;y", \'-- no comment\' AS "/* z" FROM orders',
]

export const QUERIES: readonly string[] = [...PORTABLE_SQL, ...ONLY_SQLITE]

/** Tables qualified with their database; only the guard resolves them to filtered tables. */
export const QUALIFIED: readonly string[] = [
  'SELECT o.id, main.customers.name FROM main.orders o JOIN "main".customers ON main.customers.id = o.customer_id ORDER BY o.id',
  'WITH paid AS (SELECT * FROM main.orders) SELECT COUNT(*) FROM paid, MAIN.orders',
  "WITH orders AS (SELECT * FROM main.orders WHERE status = 'paid') SELECT status, COUNT(*), SUM(orders.total) FROM orders GROUP BY status",
  "WITH orders AS (SELECT * FROM main.orders WHERE status = 'open'), customers AS (SELECT id, city FROM main.customers) SELECT customers.city, COUNT(*) FROM orders JOIN customers ON customers.id = orders.customer_id GROUP BY customers.city",
  'WITH orders AS (SELECT id FROM main.orders WHERE total > 150) SELECT (SELECT COUNT(*) FROM orders) AS few, (SELECT COUNT(*) FROM main.orders) AS all_of_them',
]
