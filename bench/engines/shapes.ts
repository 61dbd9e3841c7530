/** A typical query of a large table, and its hand-written restriction. */
export interface Shape {
  readonly name: string
  readonly draft: string
  /** The query with the tenant condition. */
  readonly byHand: string
  /** Whether a condition could fail on a row of a joined table: the fence costs there. */
  readonly fenced: boolean
}

export const ROWS = 2_000_000
export const TENANTS = 50
export const TENANT = 7

const own = (alias = ''): string => `${alias}tenant_id = ${TENANT}`

export const SHAPES: readonly Shape[] = [
  {
    name: 'point look-up',
    draft: 'SELECT id, amount, status FROM sales WHERE id = 1000007',
    byHand: `SELECT id, amount, status FROM sales WHERE id = 1000007 AND ${own()}`,
    fenced: false,
  },
  {
    name: 'date range',
    draft:
      "SELECT COUNT(*) AS n, SUM(amount) AS total FROM sales WHERE sold_on >= '2026-03-01' AND sold_on < '2026-03-08'",
    byHand: `SELECT COUNT(*) AS n, SUM(amount) AS total FROM sales WHERE sold_on >= '2026-03-01' AND sold_on < '2026-03-08' AND ${own()}`,
    fenced: false,
  },
  {
    name: 'top 10',
    draft: 'SELECT id, amount FROM sales ORDER BY sold_on DESC, id DESC LIMIT 10',
    byHand: `SELECT id, amount FROM sales WHERE ${own()} ORDER BY sold_on DESC, id DESC LIMIT 10`,
    fenced: false,
  },
  {
    name: 'join',
    draft:
      "SELECT c.name, SUM(s.amount) AS total FROM sales s JOIN customers c ON c.id = s.customer_id WHERE s.sold_on >= '2026-06-01' AND s.sold_on < '2026-07-01' GROUP BY c.name ORDER BY total DESC LIMIT 20",
    byHand: `SELECT c.name, SUM(s.amount) AS total FROM sales s JOIN customers c ON c.id = s.customer_id WHERE s.sold_on >= '2026-06-01' AND s.sold_on < '2026-07-01' AND ${own('s.')} AND ${own('c.')} GROUP BY c.name ORDER BY total DESC LIMIT 20`,
    fenced: false,
  },
  {
    name: 'point look-up through a parent',
    draft: 'SELECT id, note FROM sale_notes WHERE sale_id = 1000007',
    byHand: `SELECT n.id, n.note FROM sale_notes n JOIN sales s ON s.id = n.sale_id WHERE n.sale_id = 1000007 AND ${own('s.')}`,
    fenced: false,
  },
  {
    name: 'joined and summed through a parent',
    draft:
      "SELECT s.status, COUNT(*) AS n FROM sale_notes n JOIN sales s ON s.id = n.sale_id WHERE s.sold_on >= '2026-03-01' AND s.sold_on < '2026-03-08' GROUP BY s.status",
    byHand: `SELECT s.status, COUNT(*) AS n FROM sale_notes n JOIN sales s ON s.id = n.sale_id WHERE s.sold_on >= '2026-03-01' AND s.sold_on < '2026-03-08' AND ${own('s.')} GROUP BY s.status`,
    fenced: false,
  },
  {
    name: 'the look-up with a condition that may fail',
    draft: 'SELECT id, note FROM sale_notes WHERE sale_id = 1000007 AND id + 1 > 0',
    byHand: `SELECT n.id, n.note FROM sale_notes n JOIN sales s ON s.id = n.sale_id WHERE n.sale_id = 1000007 AND n.id + 1 > 0 AND ${own('s.')}`,
    fenced: true,
  },
]
