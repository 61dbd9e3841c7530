import type { Store } from '../../../src/store/store.ts'
import type { Seeded } from './seed.ts'

/** How a store function is used, and what may differ when it is used again. */
export interface VerbUse {
  use(store: Store, seeded: Seeded): Promise<unknown>
  /** What a repeated use may return after the first took effect without a reply, and what that means for the caller. */
  readonly again?: { readonly gives: unknown; readonly because: string }
  /** What a use without a reply leaves in addition, and why that is acceptable. */
  readonly leaves?: string
}

export const PAGE = { page: 1, pageSize: 20 }
export const NEXT_YEAR = new Date('2028-01-01')

export const once = (use: VerbUse['use']): VerbUse => ({ use })
export const gives = (use: VerbUse['use'], answer: unknown, because: string): VerbUse => ({
  use,
  again: { gives: answer, because },
})

/** Collects all items of a generator. */
export const allOf = async <Item>(items: AsyncGenerator<Item>): Promise<readonly Item[]> => {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}

export const GONE = 'it is removed as requested; the route answers a repeat from the audit log'
