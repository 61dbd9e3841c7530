import type { SampledTexts } from '../../guard/proposal/sampled-secrets.ts'
import { secretForm } from '../../guard/proposal/secret-text.ts'
import { type Restriction, sampleRestriction } from '../../guard/restriction.ts'
import { readTexts } from '../read-texts.ts'
import type { TextColumn } from '../text-columns.ts'
import type { CatalogSource } from './catalog-source.ts'
import type { ColumnSample, SamplePart } from './kind-of-column.ts'

const STATEMENT_MS = 1_000
/** Per table and tenant. */
const ROWS_MAX = 2_000
/** Per column. */
const VALUES_MAX = 60
const LENGTH_MAX = 60
/** Longer texts are used to classify a column, but not stored: keys and hashes are long. */
const READ_LENGTH_MAX = 2_000

interface ReadSample extends ColumnSample {
  /** All texts read, including long ones. */
  readonly texts: readonly SampledTexts[]
}

interface SampledColumns {
  readonly samples: readonly ReadSample[]
  /** Number of rows read. */
  readonly rows: number
}

/**
 * Reads texts of columns of one table through the guard, which applies the filters; one statement per tenant if the
 * table has rows per tenant.
 *
 * @param tenants undefined if the tenants are unknown
 * @param leftMs time left for this and for all later columns
 * @returns undefined if nothing could be read
 */
export const sampleColumns = async (
  { database, engine, address, schema, signal }: CatalogSource,
  columns: readonly TextColumn[],
  tenants: readonly Restriction[] | undefined,
  leftMs: () => number,
): Promise<SampledColumns | undefined> => {
  const byTenant = columns.some((column) => column.byTenant)
  const restrictions = byTenant ? tenants : [sampleRestriction(database)]
  if (restrictions === undefined) return undefined
  const parts: SamplePart[][] = columns.map(() => [])
  const texts: SampledTexts[][] = columns.map(() => [])
  let rowsRead = 0
  let refused = 0
  for (const restriction of restrictions) {
    signal.throwIfAborted()
    const rules = { schema, policy: database.policy, restriction }
    const read = { engine, address, rules, owner: { organizationId: database.organizationId } }
    const wanted = { columns, rowsMax: ROWS_MAX, valuesMax: VALUES_MAX, lengthMax: READ_LENGTH_MAX }
    const timeoutMs = Math.ceil(Math.min(STATEMENT_MS, leftMs()))
    const found = timeoutMs > 0 ? await readTexts(read, wanted, { timeoutMs, signal }) : undefined
    if (found === undefined) {
      refused += 1
      continue
    }
    let most = 0
    for (const [place, part] of parts.entries()) {
      const own = found.filter((one) => one.columnIndex === place)
      const rows = own.reduce((sum, { times }) => sum + times, 0)
      most = Math.max(most, rows)
      const hasAllTexts = own.length < VALUES_MAX
      const all = own.map(({ value, times: count }) => [value, count] as const)
      const kept = all.filter(([value]) => value.length <= LENGTH_MAX && secretForm(value) !== 'certain')
      texts[place]?.push({ times: new Map(all) })
      const isWhole = hasAllTexts && kept.length === all.length && rows < ROWS_MAX
      part.push({ times: new Map(kept), hasAllTexts, isWhole })
    }
    rowsRead += most
  }
  if (refused > 0 && refused === restrictions.length) return undefined
  const samples = columns.map(({ table, column }, place) => ({
    table,
    column,
    byTenant,
    parts: parts[place] ?? [],
    texts: texts[place] ?? [],
  }))
  return { samples, rows: rowsRead }
}
