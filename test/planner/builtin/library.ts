import { Fixture } from './fixture.ts'

/** A bookshop with an owner key in every table, small enough to count by hand. */
const SCRIPT = `
CREATE TABLE owners (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE genres (id INTEGER PRIMARY KEY, owner_id INTEGER REFERENCES owners (id), name TEXT NOT NULL);
CREATE TABLE books (
  id INTEGER PRIMARY KEY, owner_id INTEGER REFERENCES owners (id), genre_id INTEGER NOT NULL REFERENCES genres (id),
  title TEXT NOT NULL, price REAL NOT NULL, stock INTEGER NOT NULL, subtitle TEXT);
CREATE TABLE readers (
  id INTEGER PRIMARY KEY, owner_id INTEGER REFERENCES owners (id), name TEXT NOT NULL, city TEXT NOT NULL,
  joined_on DATE NOT NULL, phone TEXT);
CREATE TABLE orders (
  id INTEGER PRIMARY KEY, owner_id INTEGER REFERENCES owners (id), reader_id INTEGER NOT NULL REFERENCES readers (id),
  ordered_on DATE NOT NULL, status TEXT NOT NULL, total REAL);
CREATE TABLE order_items (
  id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders (id),
  book_id INTEGER NOT NULL REFERENCES books (id), quantity INTEGER NOT NULL, unit_price REAL NOT NULL);
CREATE TABLE ratings (
  id INTEGER PRIMARY KEY, owner_id INTEGER REFERENCES owners (id), book_id INTEGER NOT NULL REFERENCES books (id),
  reader_id INTEGER NOT NULL REFERENCES readers (id), stars INTEGER NOT NULL, rated_on DATE NOT NULL);
INSERT INTO owners VALUES (1, 'Corner Shop');
INSERT INTO genres VALUES (1, 1, 'Crime'), (2, 1, 'Poetry'), (3, 1, 'Travel');
INSERT INTO books VALUES
  (1, 1, 1, 'Night Train', 10, 5, NULL), (2, 1, 1, 'Cold Harbour', 20, 0, 'A case'),
  (3, 1, 2, 'Small Hours', 15, 7, NULL), (4, 1, 2, 'Reed Songs', 30, 2, NULL), (5, 1, 3, 'Far Roads', 45, 1, NULL);
INSERT INTO readers VALUES
  (1, 1, 'Ada Moss', 'Lyon', '2024-03-02', '11'), (2, 1, 'Ben Ortiz', 'Lyon', '2025-10-11', NULL),
  (3, 1, 'Cleo Park', 'Ghent', '2026-01-15', NULL), (4, 1, 'Dan Reyes', 'Ghent', '2026-11-03', '44');
INSERT INTO orders VALUES
  (1, 1, 1, '2025-12-31', 'paid', 40), (2, 1, 1, '2026-10-01', 'paid', 65), (3, 1, 2, '2026-10-31', 'open', 30),
  (4, 1, 2, '2026-11-01', 'paid', 15), (5, 1, 1, '2026-11-20', 'cancelled', NULL), (6, 1, 3, '2026-02-28', 'paid', 90);
INSERT INTO order_items VALUES
  (1, 1, 1, 2, 10), (2, 1, 2, 1, 20), (3, 2, 2, 1, 20), (4, 2, 5, 1, 45), (5, 3, 3, 2, 15), (6, 4, 3, 1, 15),
  (7, 6, 4, 3, 30);
INSERT INTO ratings VALUES
  (1, 1, 1, 1, 5, '2026-01-01'), (2, 1, 1, 2, 4, '2026-05-01'), (3, 1, 3, 2, 2, '2026-11-05'), (4, 1, 2, 3, 3, '2025-01-05');
`

export const library = (): Fixture =>
  new Fixture(SCRIPT, {
    tables: [
      { table: 'orders', synonyms: ['order', 'purchase', 'bought', 'ordered'], label: 'id', time: 'ordered_on' },
      { table: 'readers', synonyms: ['customer', 'client'], label: 'readers.name', time: 'joined_on' },
      { table: 'ratings', synonyms: ['rating', 'review', 'rated'], label: 'id', time: 'rated_on' },
    ],
    columns: [
      { table: 'orders', column: 'total', synonyms: ['order value'], unit: 'EUR' },
      { table: 'books', column: 'price', synonyms: ['cost'], unit: 'EUR' },
    ],
    phrases: [
      { phrase: 'revenue', table: 'orders', measure: { aggregate: 'sum', column: 'total' } },
      {
        phrase: 'revenue',
        table: 'order_items',
        measure: { aggregate: 'sum', column: 'quantity', times: 'unit_price' },
      },
      { phrase: 'units sold', table: 'order_items', measure: { aggregate: 'sum', column: 'quantity' } },
      { phrase: 'sold out', table: 'books', filter: { column: 'stock', op: '=', value: 0 } },
    ],
  })
