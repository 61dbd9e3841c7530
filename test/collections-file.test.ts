import type { Column, Schema } from '../src/guard/schema.ts'
import { collectionsFile, isOfCollections } from '../src/manage/databases/collections-file.ts'
import { readSchema } from '../src/manage/databases/policy-file.ts'
import { FileInvalid } from '../src/manage/written-files/input-file.ts'

const columnsOf = (fields: readonly unknown[]): readonly Column[] | undefined =>
  readSchema({ engine: 'documents', collections: [{ name: 'orders', fields }] }).tables[0]?.columns

const DESCRIBED: Schema = {
  engine: 'documents',
  tables: [
    {
      name: 'orders',
      columns: [
        { name: '_id', type: 'int | long', nullable: false, presence: 1, comment: 'Counted up' },
        { name: 'items', type: 'object', nullable: true, arrays: ['items'], presence: 0.5 },
        { name: 'items.product_id', type: 'objectId', nullable: true, arrays: ['items'], presence: 0.5 },
        { name: 'scores.<*>', type: 'double', nullable: true },
      ].toSorted((one, other) => Number(one.name.includes('<')) - Number(other.name.includes('<'))),
      primaryKey: ['_id'],
      foreignKeys: [{ columns: ['items.product_id'], refTable: 'products', refColumns: ['_id'], inferred: true }],
      indexes: [['_id'], ['tenant_id', 'placed_at']],
      comment: 'What was sold',
      rowCount: 12,
    },
  ],
}

describe('Schema file of a document database', () => {
  it('is read back as the described schema, with parent fields added', () => {
    const { tables } = readSchema(JSON.parse(JSON.stringify(collectionsFile(DESCRIBED))))
    const [table] = DESCRIBED.tables
    const scores = { name: 'scores', type: 'object', nullable: true }
    expect(tables).toEqual([{ ...table, columns: table?.columns.toSpliced(3, 0, scores) }])
    expect(isOfCollections(DESCRIBED)).toBe(true)
  })

  it('accepts array marks, and adds missing parents and the _id field', () => {
    expect(
      columnsOf([
        { path: 'items[].product_id', types: ['string'] },
        { path: 'tags', types: ['array', 'int'] },
      ]),
    ).toEqual([
      { name: '_id', type: 'objectId', nullable: false },
      { name: 'items', type: 'object', nullable: true, arrays: ['items'] },
      { name: 'items.product_id', type: 'string', nullable: true, arrays: ['items'] },
      { name: 'tags', type: 'int', nullable: true, arrays: ['tags'] },
    ])
    expect(columnsOf([{ path: 'a[].b[].c', types: [] }])?.at(-1)).toMatchObject({ name: 'a.b.c', arrays: ['a', 'a.b'] })
    expect(columnsOf([{ path: '_id', types: ['string'] }])).toEqual([{ name: '_id', type: 'string', nullable: false }])
  })

  it('is rejected with the location of every mistake', () => {
    expect(() => columnsOf([{ path: 'a', type: 'int' }, { path: 7 }])).toThrow(FileInvalid)
    expect(() => columnsOf([{ path: 'a', type: 'int' }, { path: 7 }])).toThrow(
      /collections\[0\]\.fields\[0\].*collections\[0\]\.fields\[1\]\.path/s,
    )
  })
})
