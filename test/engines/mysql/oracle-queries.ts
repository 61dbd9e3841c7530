import { PORTABLE_SQL } from '../contract/portable-sql.ts'

/** The same in what this dialect alone has, or writes in its own way. */
const ONLY_MYSQL: readonly string[] = [
  // Comments, and texts in the ways that models write them
  "-- The paid ones\nSELECT id -- the key\nFROM orders # all of them\nWHERE /* only */ status = 'paid' /* these */ ORDER BY id -- done",
  'SELECT id, "it\'s" AS a, "say ""so""" AS b, \'# -- /* no comment\' AS c FROM orders WHERE status = "paid" ORDER BY id',
  'SELECT COUNT(*) AS "All orders", status AS "What is it" FROM orders GROUP BY status',
  "SELECT id, 'it\\'s' AS a, 'two\\nlines' AS b, '\\z' AS c FROM orders ORDER BY id",
  "SELECT name FROM customers WHERE name LIKE '%\\-1' OR name LIKE '%\\%%' OR name LIKE '|\\_%' ORDER BY id",
  "SELECT name FROM customers WHERE name NOT LIKE 'Customer\\_%' AND name LIKE \"C%\" ESCAPE '\\\\' ORDER BY id",
  // Counting, listing, filtering
  'SELECT id FROM orders ORDER BY total, id LIMIT 2, 4',
  'SELECT id, total FROM orders ORDER BY total DESC, id LIMIT 5 OFFSET 2',
  'SELECT id, credit FROM customers ORDER BY credit DESC, id LIMIT 3',
  'SELECT id, ROUND(credit / 7, 1) AS part FROM customers ORDER BY id',
  'SELECT CONCAT(UPPER(LEFT(name, 1)), LOWER(SUBSTRING(name, 2))) AS label, id FROM customers',
  "SELECT name FROM customers WHERE name REGEXP '-[0-3]$' ORDER BY name, id",
  'SELECT id FROM orders WHERE customer_id <=> NULL',
  'SELECT CAST(credit AS SIGNED) AS credit, CAST(id AS CHAR), CAST(credit AS DECIMAL(10,2)) FROM customers',
  'SELECT ROUND(AVG(total), 2) AS average, ROUND(SUM(total), 1), MIN(total), MAX(total) FROM orders',
  "SELECT COALESCE(email, 'none'), IFNULL(email, city), NULLIF(city, 'Oslo') FROM customers",
  "SELECT IF(total > 150, 'big', 'small') AS size, COUNT(*) FROM orders GROUP BY size",
  'SELECT GREATEST(id, 5), LEAST(id, 7) FROM tenants',
  'SELECT id DIV 7, id % 7, id MOD 5 FROM orders',
  "SELECT CONCAT_WS(' / ', name, city, email) AS label FROM customers ORDER BY label",
  'SELECT LEFT(name, 4), RIGHT(name, 2), REVERSE(city) FROM customers',
  // Dates
  "SELECT DATE_FORMAT(placed_on, '%Y-%m') AS month, COUNT(*) AS orders, SUM(total) FROM orders GROUP BY month ORDER BY month",
  'SELECT YEAR(placed_on) AS year, MONTH(placed_on) AS month, SUM(total) FROM orders GROUP BY 1, 2 ORDER BY 1, 2',
  "SELECT COUNT(*) FROM orders WHERE placed_on >= DATE_SUB('2024-06-01', INTERVAL 3 MONTH) AND placed_on < '2024-06-01'",
  'SELECT COUNT(*) FROM orders WHERE placed_on > CURDATE() - INTERVAL 30 YEAR',
  "SELECT id, DATEDIFF('2024-12-31', placed_on) AS days FROM orders ORDER BY days, id LIMIT 4",
  'SELECT id, DATE(happened_at) AS d, TIME(happened_at) AS t, DATE_ADD(happened_at, INTERVAL 1 DAY) FROM events',
  'SELECT DAYNAME(placed_on) AS d, COUNT(*) FROM orders GROUP BY d',
  'SELECT QUARTER(placed_on) AS q, COUNT(*) FROM orders GROUP BY QUARTER(placed_on) ORDER BY q',
  'SELECT EXTRACT(YEAR FROM placed_on) AS y, COUNT(*) FROM orders GROUP BY y',
  'SELECT COUNT(*) FROM orders WHERE placed_on <= CURRENT_DATE AND placed_on < NOW()',
  // Grouping
  "SELECT country, GROUP_CONCAT(name ORDER BY id SEPARATOR '; ') FROM customers GROUP BY country",
  'SELECT category, GROUP_CONCAT(DISTINCT name ORDER BY name) FROM products GROUP BY category ORDER BY category',
  "SELECT 100.0 * SUM(status = 'paid') / COUNT(*) AS share FROM orders",
  'SELECT status AS `Order Status`, COUNT(*) AS `How many` FROM orders GROUP BY `Order Status` ORDER BY 2 DESC, 1',
  'SELECT status, owner, COUNT(*) FROM orders GROUP BY status, owner WITH ROLLUP',
  // Joins over links that cross tenants
  'SELECT c.name, COUNT(o.id) AS n FROM customers c LEFT JOIN orders o ON o.customer_id = c.id GROUP BY c.id, c.name HAVING n = 0',
  'SELECT c.name, SUM(oi.quantity * oi.price) AS revenue FROM customers c INNER JOIN orders o ON o.customer_id = c.id INNER JOIN order_items oi ON oi.order_id = o.id GROUP BY c.id ORDER BY revenue DESC, c.id LIMIT 5',
  'SELECT c.id, o.id FROM customers c LEFT JOIN orders o ON o.customer_id = c.id UNION SELECT c.id, o.id FROM customers c RIGHT JOIN orders o ON o.customer_id = c.id',
  // Quoted names
  'SELECT `order` FROM `Order Notes` ORDER BY id',
  'SELECT n.`tenant id`, n.`order` FROM `Order Notes` AS n',
  'SELECT `o`.`order` FROM `orders` `o` WHERE `o`.`order` > 3 ORDER BY `order`',
  'SELECT o.`order` AS `group by` FROM orders o JOIN `Order Notes` n ON n.`order` = o.id',
  // WITH
  "WITH m AS (SELECT DATE_FORMAT(placed_on, '%Y-%m') AS month, SUM(total) AS revenue FROM orders GROUP BY 1) SELECT month, revenue, revenue - LAG(revenue) OVER (ORDER BY month) AS growth FROM m ORDER BY month",
  'SELECT * FROM (SELECT o.*, ROW_NUMBER() OVER (PARTITION BY customer_id ORDER BY total DESC, id) AS rn FROM orders o) x WHERE rn = 1',
  'SELECT x.id FROM (SELECT id FROM orders ORDER BY total DESC, id LIMIT 3) AS x ORDER BY x.id',
  // JSON and the rest
  "SELECT JSON_EXTRACT(payload, '$.page') AS page, COUNT(*) FROM events GROUP BY page",
  "SELECT JSON_UNQUOTE(JSON_EXTRACT(payload, '$.tags[0]')) AS tag FROM events WHERE kind = 'buy'",
  '  SELECT\n\tCOUNT(*)\r\nFROM\n  orders\n  ;  ',
  "SELECT COUNT(*) AS `tenant_id`, '-- no comment' AS `/* z` FROM orders",
]

export const QUERIES: readonly string[] = [...PORTABLE_SQL, ...ONLY_MYSQL]
