import type { Connections } from './connections.ts'

/**
 * Forgets a database of the caller's organization, with its keys and its verified queries; the database itself stays
 * as it is.
 *
 * @returns how many keys ended; undefined when there is no such database
 */
export const forgetDatabase = async (
  store: Pick<Connections['store'], 'revokeDatabaseKeys' | 'removeDatabase' | 'removeDatabasePatterns'>,
  { organizationId }: { readonly organizationId: number },
  id: string,
): Promise<number | undefined> => {
  // Keys first: no key is left that leads nowhere.
  const keys = await store.revokeDatabaseKeys({ organizationId }, id)
  // Of two at once, who has ended the keys has changed something, and who has removed it too.
  if (!(await store.removeDatabase({ organizationId }, id)) && keys === 0) return undefined
  await store.removeDatabasePatterns({ organizationId }, id)
  return keys
}
