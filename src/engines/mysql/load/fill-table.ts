import type { LoadValue, NewTable } from '../../loader.ts'
import type { Session } from '../connect/session.ts'
import { quote } from '../guard/names.ts'

/** One statement takes no more values than this; a server takes 65,535. */
const VALUES_AT_ONCE = 4_000

/** Puts the rows of a table into it: all of them or none. */
export const fill = async (session: Session, { name, columns, rows }: NewTable): Promise<void> => {
  const rowsAtOnce = Math.max(1, Math.floor(VALUES_AT_ONCE / Math.max(1, columns.length)))
  const into = `INSERT INTO ${quote(name)} (${columns.map((column) => quote(column.name)).join(', ')}) VALUES `
  const one = `(${columns.map(() => '?').join(', ')})`
  await session.own('START TRANSACTION')
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const some = rows.slice(from, from + rowsAtOnce)
    await session.write(into + some.map(() => one).join(', '), some.flat().map(bound))
  }
  await session.own('COMMIT')
}

const bound = (value: LoadValue): string | number | bigint | null =>
  typeof value === 'boolean' ? Number(value) : value
