import type { TextsRequest } from '../engines/shared/dialect.ts'
import { ignoreTimeout, type ReadLimits, type ReadSource, readRows } from './read-rows.ts'

/** A text of one of the requested columns. */
export interface FoundText {
  /** Index of the column among them. */
  readonly columnIndex: number
  readonly value: string
  /** In how many of the rows read. */
  readonly times: number
}

/** More than the texts of one statement need. */
const BYTES_MAX = 8 * 1024 * 1024

/**
 * Texts of columns, read by one guarded statement, so that only rows within the restriction are read. Undefined if the
 * guard or the database refuses, or if waiting for a slot, connecting or reading takes longer than `timeoutMs`:
 * questions can be answered without.
 *
 * @throws Problem `database_unreachable`; an AbortError when the signal aborts
 */
export const readTexts = async (
  source: ReadSource,
  wanted: TextsRequest,
  { timeoutMs, signal }: ReadLimits,
): Promise<readonly FoundText[] | undefined> => {
  const found = await readTogether(source, wanted, { timeoutMs, signal })
  if (found !== 'refused') return found
  // Several collections are read by one command if the server supports it (MongoDB 4.4).
  if (source.engine.dialect.sql !== null || wanted.columns.length === 1) return undefined
  const each: FoundText[] = []
  const deadline = performance.now() + timeoutMs
  for (const [columnIndex, column] of wanted.columns.entries()) {
    const left = Math.floor(deadline - performance.now())
    if (left <= 0) break
    const own = await readTogether(source, { ...wanted, columns: [column] }, { timeoutMs: left, signal })
    if (own !== undefined && own !== 'refused') each.push(...own.map((text) => ({ ...text, columnIndex })))
  }
  return each
}

const readTogether = async (
  source: ReadSource,
  wanted: TextsRequest,
  limits: ReadLimits,
): Promise<readonly FoundText[] | 'refused' | undefined> => {
  const most = { rowsMax: wanted.columns.length * wanted.valuesMax, bytesMax: BYTES_MAX }
  const draft = source.engine.dialect.draftTexts(wanted)
  const found = await readRows(source, draft, { ...limits, ...most }).catch(ignoreTimeout)
  if (found === undefined || found === 'refused') return found
  return found.flatMap(({ place, value, times }) =>
    typeof value === 'string' ? [{ columnIndex: Number(place), value, times: Number(times) }] : [],
  )
}
