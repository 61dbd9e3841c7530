import { Problem } from '../../../platform/problems/problem.ts'
import type { Session } from '../connect/session.ts'

export type Texts = readonly (string | null)[]

/** Maximum rows of one kind: tables, columns or parts of keys. */
const ROWS_MAX = 200_000

/** All rows of one of the engine's queries, as texts. @throws as `Session.read`, and Problem `database_too_large` */
export const readTexts = async (session: Session, query: string, values: Texts = []): Promise<readonly Texts[]> => {
  const rows: Texts[] = []
  await session.read(query, values, {
    fields: () => {},
    row: (cells) => rows.push(cells) <= ROWS_MAX,
  })
  if (rows.length > ROWS_MAX) throw new Problem('database_too_large')
  return rows
}
