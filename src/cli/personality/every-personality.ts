import type { Personality } from '../../domain/ask/personality.ts'
import type { Store } from '../../store/store.ts'

const PAGE_SIZE = 100

/** All personalities of an organization, by name. */
export const everyPersonality = async (
  store: Pick<Store, 'personalities'>,
  organizationId: number,
): Promise<readonly Personality[]> => {
  const all: Personality[] = []
  for (let page = 1; ; page++) {
    const { items, total } = await store.personalities.list({ organizationId }, { page, pageSize: PAGE_SIZE })
    all.push(...items)
    if (items.length < PAGE_SIZE || all.length >= total) return all
  }
}
