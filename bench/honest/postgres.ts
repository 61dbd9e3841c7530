import type { HonestQueries } from './honest-queries.ts'

/** As models write PostgreSQL. */
export const POSTGRES_HONEST: HonestQueries = {
  shops: [
    'SELECT COUNT(*) AS order_count FROM orders',
    'SELECT status, COUNT(*) AS order_count FROM orders GROUP BY status ORDER BY order_count DESC',
    "SELECT DATE_TRUNC('month', ordered_on) AS month, SUM(total) AS revenue FROM orders WHERE status <> 'cancelled' GROUP BY 1 ORDER BY 1",
    'SELECT c.name, SUM(o.total) AS revenue FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.id, c.name ORDER BY revenue DESC LIMIT 10',
    'SELECT p.name, p.price FROM products p ORDER BY p.price DESC FETCH FIRST 5 ROWS WITH TIES',
  ],
  clinics: [
    'SELECT d.full_name, COUNT(a.id) AS appointments FROM doctors d LEFT JOIN appointments a ON a.doctor_id = d.id GROUP BY d.id, d.full_name ORDER BY appointments DESC',
    "SELECT details->>'device' AS device, COUNT(*) FROM lab_results WHERE details IS NOT NULL GROUP BY 1 ORDER BY 2 DESC",
    'SELECT s.name AS specialty, COUNT(*) AS doctors FROM doctors d JOIN specialties s ON s.id = d.specialty_id WHERE d.is_active GROUP BY s.name ORDER BY doctors DESC',
  ],
}
