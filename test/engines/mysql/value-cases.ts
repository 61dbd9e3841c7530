import type { ResultColumn } from '../../../src/ask/rules/outcome.ts'
import type { ValueCase } from '../contract/engine-adapter.ts'

const columns = (kinds: Readonly<Record<string, ResultColumn['type']>>): readonly ResultColumn[] =>
  Object.entries(kinds).map(([name, type]) => ({ name, type }))

/** Values of drafts without a table; column types are in `values.test.ts`. */
export const VALUES: readonly ValueCase[] = [
  {
    name: 'numbers that a JSON number would round become text',
    draft:
      "SELECT 9007199254740991 AS safe, 9007199254740993 AS large, -9223372036854775807 AS low, 12.50 AS exact, 1.5e0 AS real_number, 123456789012345678901.5 AS wide, NULL AS n, 'ü' AS t",
    columns: columns({
      ...({ safe: 'number', large: 'text', low: 'text', exact: 'number' } as const),
      ...({ real_number: 'number', wide: 'text', n: 'null', t: 'text' } as const),
    }),
    cells: [
      [9007199254740991, '9007199254740993', '-9223372036854775807', 12.5, 1.5, '123456789012345678901.5', null, 'ü'],
    ],
  },
  {
    name: 'dates and timestamps become text in UTC',
    draft:
      "SELECT CAST('2026-11-21' AS DATE) AS d, CAST('2026-11-21 08:30:00' AS DATETIME) AS m, CAST('2026-11-21' AS DATETIME) AS midnight",
    columns: columns({ d: 'text', m: 'text', midnight: 'text' }),
    cells: [['2026-11-21', '2026-11-21 08:30:00', '2026-11-21 00:00:00']],
  },
  {
    name: 'columns with the same name are renamed',
    draft: 'SELECT 1 AS a, 2 AS a, 3 AS a_2, 4 AS a, 5 AS `__proto__`, 6 AS `column`',
    columns: ['a', 'a_3', 'a_2', 'a_4', 'column', 'column_2'].map((name) => ({ name, type: 'number' })),
    cells: [[1, 2, 3, 4, 5, 6]],
  },
]
