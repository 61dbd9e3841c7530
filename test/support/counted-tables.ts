import type { Sliced } from '../../src/platform/values/sliced.ts'

/** So many tables, each with a tenant, a key to the one before it and a text that looks secret. */
const tablesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `ledger_${index}`,
    columns: ['id', 'tenant_id', 'ledger_id', 'api_key', 'created_at', 'amount'].map((name) => ({
      name,
      type: name === 'api_key' ? 'TEXT' : 'INTEGER',
      nullable: name === 'amount',
    })),
    primaryKey: ['id'],
    indexes: [['id']],
    foreignKeys: index === 0 ? [] : [{ columns: ['ledger_id'], refTable: `ledger_${index - 1}`, refColumns: ['id'] }],
  }))

/** A schema of so many tables that counts how often the columns of any of them are looked at. */
export const countedTables = (count: number) => {
  let looks = 0
  const tables = tablesOf(count).map(
    (table) =>
      new Proxy(table, {
        get(target, property, receiver) {
          if (property === 'columns') looks += 1
          return Reflect.get(target, property, receiver)
        },
      }),
  )
  return { schema: { engine: 'any', tables }, looks: (): number => looks }
}

export interface Work<Value> {
  readonly value: Value
  /** Of columns, in all. */
  readonly looks: number
  /** The most of them between two chances for others to have their turn. */
  readonly inOneSlice: number
}

/** Does sliced work, and counts. */
export const counted = <Value>(work: Sliced<Value>, looks: () => number): Work<Value> => {
  const begun = looks()
  let inOneSlice = 0
  for (;;) {
    const before = looks()
    const step = work.next()
    inOneSlice = Math.max(inOneSlice, looks() - before)
    if (step.done === true) return { value: step.value, looks: looks() - begun, inOneSlice }
  }
}
