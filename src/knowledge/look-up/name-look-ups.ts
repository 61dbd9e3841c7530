import { type ColumnValues, columnKey } from '../../domain/ask/knowledge.ts'
import type { Bound } from '../../domain/guard/restriction.ts'
import type { DatabaseMemory } from '../../memory/database-memory.ts'
import type { Shelf } from '../../memory/shelf.ts'
import type { KnowledgeRequest } from '../knowledge-reader.ts'
import type { TextColumn } from '../text-columns.ts'
import { weightOf } from '../weight-of.ts'
import type { AskedName } from './asked-names.ts'
import { type LookedUp, lookUpNames } from './look-up-names.ts'

/** Whose names are looked up, and in which view of which database. */
export interface NamesSource
  extends Pick<KnowledgeRequest, 'database' | 'engine' | 'address' | 'schema' | 'restriction'> {
  /** Of the view. */
  readonly digest: string
}

/** What one look-up waits for at the most. */
const LOOK_UP_MS = 500
const NAMES_KEPT_MS = 3 * 60_000

/** Looks names up among the rows of callers, once for the same names of callers who see the same rows. */
export class NameLookUps {
  readonly #names: Shelf<LookedUp>
  readonly #closing = new AbortController()
  readonly #lookUpMs: number

  constructor(memory: DatabaseMemory, lookUpMs = LOOK_UP_MS) {
    this.#names = memory.shelf('names', NAMES_KEPT_MS)
    this.#lookUpMs = lookUpMs
  }

  /** By at most two statements. @throws Problem `database_unreachable` */
  async of(
    { database, engine, address, schema, restriction, digest }: NamesSource,
    names: readonly AskedName[],
    columns: readonly TextColumn[],
  ): Promise<readonly ColumnValues[]> {
    const byTenant = columns.some((column) => column.byTenant)
    const byScope = columns.some((column) => column.byScope)
    const key = JSON.stringify([
      [digest, columns.map(columnKey), names],
      byTenant ? boundKey(restriction.tenant) : null,
      byScope ? boundKey(restriction.scope) : null,
    ])
    const owner = { organizationId: database.organizationId, tenantId: restriction.tenant?.value?.toString() }
    const source = { engine, address, rules: { schema, policy: database.policy, restriction }, owner }
    // Others may wait for the same: whoever leaves does not end it.
    const { signal } = this.#closing
    const looked = await this.#names.read(key, async () => {
      const value = await lookUpNames(source, names, columns, { timeoutMs: this.#lookUpMs, signal })
      return { value, bytes: weightOf(value.found) }
    })
    if (!looked.isWhole) this.#names.delete(key)
    return looked.found
  }

  get held(): { readonly bytes: number; readonly entries: number } {
    return this.#names.held
  }

  /** Ends those that are under way. */
  close(): void {
    this.#closing.abort()
  }
}

/** Structured, so that no value can be taken for another: a missing scope is not the scope `undefined`, nor 42 `'42'`. */
const boundKey = (bound: Bound | undefined) => (bound === undefined ? null : [bound.type, String(bound.value)])
