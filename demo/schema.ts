import type { NewColumn, NewTable, PortableType } from '../src/engines/loader.ts'

/** A table of the demo platform, for every engine: what `NewTable` is, without rows. */
export type DemoTableShape = Omit<NewTable, 'rows'>

interface ColumnShape extends NewColumn {
  readonly type: PortableType
  /** The table whose key it holds. */
  readonly references?: string
}

type More = Partial<Pick<ColumnShape, 'nullable' | 'references'>>

const typed =
  (type: PortableType) =>
  (name: string, more: More = {}): ColumnShape => ({ name, type, nullable: false, ...more })

const integer = typed('integer')
const real = typed('real')
const text = typed('text')
const date = typed('date')
const boolean = typed('boolean')
const id = integer('id')
const shop = integer('shop_id', { references: 'shops' })
const optional: More = { nullable: true }

const table = (
  name: string,
  key: string,
  columns: readonly ColumnShape[],
  indexes: readonly (readonly string[])[] = [],
): DemoTableShape => ({
  name,
  indexes,
  primaryKey: [key],
  columns: columns.map(({ references: _, ...column }) => column),
  foreignKeys: columns.flatMap(({ name, references }) =>
    references === undefined
      ? []
      : [{ columns: [name], refTable: references, refColumns: [references === 'countries' ? 'name' : 'id'] }],
  ),
})

/**
 * The tables of the demo platform, in the order of their foreign keys. `order_items` has no tenant column, and
 * `platform_audit` is unclassified.
 */
export const DEMO_TABLES: readonly DemoTableShape[] = [
  table('countries', 'name', [text('name'), text('code'), text('region')]),
  table('shops', 'id', [id, text('name'), text('website'), text('plan'), date('opened_on')]),
  table('employees', 'id', [id, shop, text('name'), text('role'), text('email'), date('hired_on')], [['shop_id']]),
  table(
    'suppliers',
    'id',
    [id, shop, text('name'), text('city'), text('country', { references: 'countries' }), integer('lead_time_days')],
    [['shop_id']],
  ),
  table('categories', 'id', [id, shop, text('name')], [['shop_id']]),
  table(
    'products',
    'id',
    [
      id,
      shop,
      integer('category_id', { references: 'categories' }),
      integer('supplier_id', { nullable: true, references: 'suppliers' }),
      text('name'),
      text('sku'),
      real('price'),
      integer('stock'),
      text('status'),
      date('launched_on'),
    ],
    [['shop_id'], ['category_id']],
  ),
  table(
    'customers',
    'id',
    [
      id,
      shop,
      text('name'),
      text('email'),
      text('phone', optional),
      text('city'),
      text('country', { references: 'countries' }),
      text('segment'),
      boolean('newsletter'),
      date('registered_on'),
      text('password_hash'),
    ],
    [['shop_id', 'registered_on']],
  ),
  table(
    'orders',
    'id',
    [
      id,
      shop,
      integer('customer_id', { references: 'customers' }),
      date('ordered_on'),
      text('status'),
      text('payment_status', optional),
      text('channel'),
      real('total', optional),
    ],
    [['shop_id', 'ordered_on'], ['customer_id']],
  ),
  table(
    'order_items',
    'id',
    [
      id,
      integer('order_id', { references: 'orders' }),
      integer('product_id', { references: 'products' }),
      integer('quantity'),
      real('unit_price'),
    ],
    [['order_id'], ['product_id']],
  ),
  table(
    'invoices',
    'id',
    [
      id,
      shop,
      integer('order_id', { references: 'orders' }),
      real('amount'),
      text('status'),
      date('issued_on'),
      date('due_on'),
      date('paid_on', optional),
    ],
    [['shop_id', 'issued_on'], ['order_id']],
  ),
  table(
    'payments',
    'id',
    [id, shop, integer('order_id', { references: 'orders' }), real('amount'), text('method'), date('paid_on')],
    [['shop_id', 'paid_on'], ['order_id']],
  ),
  table('carriers', 'id', [id, integer('shop_id', { nullable: true, references: 'shops' }), text('name')]),
  table(
    'shipments',
    'id',
    [
      id,
      shop,
      integer('order_id', { references: 'orders' }),
      integer('carrier_id', { references: 'carriers' }),
      text('status'),
      date('shipped_on'),
      date('delivered_on', optional),
      integer('delivery_days', optional),
      real('cost'),
    ],
    [['shop_id', 'shipped_on'], ['order_id']],
  ),
  table(
    'returns',
    'id',
    [
      id,
      shop,
      integer('order_item_id', { references: 'order_items' }),
      integer('quantity'),
      text('reason'),
      real('refund_amount'),
      date('returned_on'),
    ],
    [['shop_id', 'returned_on'], ['order_item_id']],
  ),
  table(
    'reviews',
    'id',
    [
      id,
      shop,
      integer('product_id', { references: 'products' }),
      integer('customer_id', { references: 'customers' }),
      integer('rating'),
      text('comment', optional),
      date('reviewed_on'),
    ],
    [['shop_id', 'reviewed_on'], ['product_id']],
  ),
  table(
    'support_tickets',
    'id',
    [
      id,
      shop,
      integer('customer_id', { references: 'customers' }),
      integer('employee_id', { nullable: true, references: 'employees' }),
      text('subject'),
      text('topic'),
      text('priority'),
      text('status'),
      date('opened_on'),
      date('closed_on', optional),
      integer('resolution_days', optional),
    ],
    [['shop_id', 'opened_on'], ['customer_id']],
  ),
  table(
    'leads',
    'id',
    [
      id,
      shop,
      text('sales_person'),
      text('company'),
      text('source'),
      text('status'),
      real('expected_value', optional),
      date('created_on'),
    ],
    [['shop_id', 'created_on']],
  ),
  table(
    'quotes',
    'id',
    [
      id,
      shop,
      text('sales_person'),
      integer('customer_id', { references: 'customers' }),
      real('amount'),
      text('status'),
      date('quoted_on'),
      date('valid_until'),
    ],
    [['shop_id', 'quoted_on'], ['customer_id']],
  ),
  table(
    'visits',
    'id',
    [
      id,
      shop,
      text('sales_person'),
      integer('customer_id', { references: 'customers' }),
      text('purpose'),
      integer('duration_minutes'),
      date('visited_on'),
    ],
    [['shop_id', 'visited_on'], ['customer_id']],
  ),
  table('platform_audit', 'id', [
    id,
    integer('shop_id'),
    text('actor'),
    text('action'),
    text('detail'),
    text('happened_at'),
  ]),
]
