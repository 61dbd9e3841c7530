import type { Store } from '../../../src/store/store.ts'
import type { Seeded } from './seed.ts'

/** How a verb is used, and what is true of using it again. */
export interface VerbUse {
  use(store: Store, seeded: Seeded): Promise<unknown>
  /** What it may give when it is used again after it was carried out unheard, and what that comes to for a caller. */
  readonly again?: { readonly gives: unknown; readonly because: string }
  /** What is left of a use that nobody heard of, beside what there would be: more of the same, and why that may be. */
  readonly leaves?: string
}

export const PAGE = { page: 1, pageSize: 20 }
export const NEXT_YEAR = new Date('2028-01-01')

export const once = (use: VerbUse['use']): VerbUse => ({ use })
export const gives = (use: VerbUse['use'], answer: unknown, because: string): VerbUse => ({
  ...{ use, again: { gives: answer, because } },
})

/** Every item that a generator gives. */
export const allOf = async <Item>(items: AsyncGenerator<Item>): Promise<readonly Item[]> => {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}

export const GONE = 'it is gone as was asked for; the route answers a repeat from the log of changes'
