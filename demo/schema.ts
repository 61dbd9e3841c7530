/** The tables of the demo platform. `order_items` has no tenant column, and nobody classified `platform_audit`. */
export const DEMO_SCHEMA = `
CREATE TABLE countries (
  name TEXT PRIMARY KEY,
  code TEXT NOT NULL,
  region TEXT NOT NULL
);
CREATE TABLE shops (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  website TEXT NOT NULL,
  plan TEXT NOT NULL,
  opened_on DATE NOT NULL
);
CREATE TABLE employees (
  id INTEGER PRIMARY KEY,
  shop_id INTEGER NOT NULL REFERENCES shops (id),
  name TEXT NOT NULL,
  role TEXT NOT NULL,
  email TEXT NOT NULL,
  hired_on DATE NOT NULL
);
CREATE TABLE suppliers (
  id INTEGER PRIMARY KEY,
  shop_id INTEGER NOT NULL REFERENCES shops (id),
  name TEXT NOT NULL,
  city TEXT NOT NULL,
  country TEXT NOT NULL REFERENCES countries (name),
  lead_time_days INTEGER NOT NULL
);
CREATE TABLE categories (
  id INTEGER PRIMARY KEY,
  shop_id INTEGER NOT NULL REFERENCES shops (id),
  name TEXT NOT NULL
);
CREATE TABLE products (
  id INTEGER PRIMARY KEY,
  shop_id INTEGER NOT NULL REFERENCES shops (id),
  category_id INTEGER NOT NULL REFERENCES categories (id),
  supplier_id INTEGER REFERENCES suppliers (id),
  name TEXT NOT NULL,
  sku TEXT NOT NULL,
  price REAL NOT NULL,
  stock INTEGER NOT NULL,
  status TEXT NOT NULL,
  launched_on DATE NOT NULL
);
CREATE TABLE customers (
  id INTEGER PRIMARY KEY,
  shop_id INTEGER NOT NULL REFERENCES shops (id),
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  phone TEXT,
  city TEXT NOT NULL,
  country TEXT NOT NULL REFERENCES countries (name),
  segment TEXT NOT NULL,
  newsletter BOOLEAN NOT NULL,
  registered_on DATE NOT NULL,
  password_hash TEXT NOT NULL
);
CREATE TABLE orders (
  id INTEGER PRIMARY KEY,
  shop_id INTEGER NOT NULL REFERENCES shops (id),
  customer_id INTEGER NOT NULL REFERENCES customers (id),
  ordered_on DATE NOT NULL,
  status TEXT NOT NULL,
  payment_status TEXT,
  channel TEXT NOT NULL,
  total REAL
);
CREATE TABLE order_items (
  id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL REFERENCES orders (id),
  product_id INTEGER NOT NULL REFERENCES products (id),
  quantity INTEGER NOT NULL,
  unit_price REAL NOT NULL
);
CREATE TABLE invoices (
  id INTEGER PRIMARY KEY,
  shop_id INTEGER NOT NULL REFERENCES shops (id),
  order_id INTEGER NOT NULL REFERENCES orders (id),
  amount REAL NOT NULL,
  status TEXT NOT NULL,
  issued_on DATE NOT NULL,
  due_on DATE NOT NULL,
  paid_on DATE
);
CREATE TABLE payments (
  id INTEGER PRIMARY KEY,
  shop_id INTEGER NOT NULL REFERENCES shops (id),
  order_id INTEGER NOT NULL REFERENCES orders (id),
  amount REAL NOT NULL,
  method TEXT NOT NULL,
  paid_on DATE NOT NULL
);
CREATE TABLE carriers (
  id INTEGER PRIMARY KEY,
  shop_id INTEGER REFERENCES shops (id),
  name TEXT NOT NULL
);
CREATE TABLE shipments (
  id INTEGER PRIMARY KEY,
  shop_id INTEGER NOT NULL REFERENCES shops (id),
  order_id INTEGER NOT NULL REFERENCES orders (id),
  carrier_id INTEGER NOT NULL REFERENCES carriers (id),
  status TEXT NOT NULL,
  shipped_on DATE NOT NULL,
  delivered_on DATE,
  delivery_days INTEGER,
  cost REAL NOT NULL
);
CREATE TABLE returns (
  id INTEGER PRIMARY KEY,
  shop_id INTEGER NOT NULL REFERENCES shops (id),
  order_item_id INTEGER NOT NULL REFERENCES order_items (id),
  quantity INTEGER NOT NULL,
  reason TEXT NOT NULL,
  refund_amount REAL NOT NULL,
  returned_on DATE NOT NULL
);
CREATE TABLE reviews (
  id INTEGER PRIMARY KEY,
  shop_id INTEGER NOT NULL REFERENCES shops (id),
  product_id INTEGER NOT NULL REFERENCES products (id),
  customer_id INTEGER NOT NULL REFERENCES customers (id),
  rating INTEGER NOT NULL,
  comment TEXT,
  reviewed_on DATE NOT NULL
);
CREATE TABLE support_tickets (
  id INTEGER PRIMARY KEY,
  shop_id INTEGER NOT NULL REFERENCES shops (id),
  customer_id INTEGER NOT NULL REFERENCES customers (id),
  employee_id INTEGER REFERENCES employees (id),
  subject TEXT NOT NULL,
  topic TEXT NOT NULL,
  priority TEXT NOT NULL,
  status TEXT NOT NULL,
  opened_on DATE NOT NULL,
  closed_on DATE,
  resolution_days INTEGER
);
CREATE TABLE leads (
  id INTEGER PRIMARY KEY,
  shop_id INTEGER NOT NULL REFERENCES shops (id),
  sales_person TEXT NOT NULL,
  company TEXT NOT NULL,
  source TEXT NOT NULL,
  status TEXT NOT NULL,
  expected_value REAL,
  created_on DATE NOT NULL
);
CREATE TABLE quotes (
  id INTEGER PRIMARY KEY,
  shop_id INTEGER NOT NULL REFERENCES shops (id),
  sales_person TEXT NOT NULL,
  customer_id INTEGER NOT NULL REFERENCES customers (id),
  amount REAL NOT NULL,
  status TEXT NOT NULL,
  quoted_on DATE NOT NULL,
  valid_until DATE NOT NULL
);
CREATE TABLE visits (
  id INTEGER PRIMARY KEY,
  shop_id INTEGER NOT NULL REFERENCES shops (id),
  sales_person TEXT NOT NULL,
  customer_id INTEGER NOT NULL REFERENCES customers (id),
  purpose TEXT NOT NULL,
  duration_minutes INTEGER NOT NULL,
  visited_on DATE NOT NULL
);
CREATE TABLE platform_audit (
  id INTEGER PRIMARY KEY,
  shop_id INTEGER NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  detail TEXT NOT NULL,
  happened_at TEXT NOT NULL
);
`

/** Created after the rows are in: that is faster than keeping them current. */
export const DEMO_INDEXES = `
CREATE INDEX employees_shop ON employees (shop_id);
CREATE INDEX suppliers_shop ON suppliers (shop_id);
CREATE INDEX categories_shop ON categories (shop_id);
CREATE INDEX products_shop ON products (shop_id);
CREATE INDEX products_category ON products (category_id);
CREATE INDEX customers_shop ON customers (shop_id, registered_on);
CREATE INDEX orders_shop ON orders (shop_id, ordered_on);
CREATE INDEX orders_customer ON orders (customer_id);
CREATE INDEX order_items_order ON order_items (order_id);
CREATE INDEX order_items_product ON order_items (product_id);
CREATE INDEX invoices_shop ON invoices (shop_id, issued_on);
CREATE INDEX invoices_order ON invoices (order_id);
CREATE INDEX payments_shop ON payments (shop_id, paid_on);
CREATE INDEX payments_order ON payments (order_id);
CREATE INDEX shipments_shop ON shipments (shop_id, shipped_on);
CREATE INDEX shipments_order ON shipments (order_id);
CREATE INDEX returns_shop ON returns (shop_id, returned_on);
CREATE INDEX returns_item ON returns (order_item_id);
CREATE INDEX reviews_shop ON reviews (shop_id, reviewed_on);
CREATE INDEX reviews_product ON reviews (product_id);
CREATE INDEX support_tickets_shop ON support_tickets (shop_id, opened_on);
CREATE INDEX support_tickets_customer ON support_tickets (customer_id);
CREATE INDEX leads_shop ON leads (shop_id, created_on);
CREATE INDEX quotes_shop ON quotes (shop_id, quoted_on);
CREATE INDEX quotes_customer ON quotes (customer_id);
CREATE INDEX visits_shop ON visits (shop_id, visited_on);
CREATE INDEX visits_customer ON visits (customer_id);
`
