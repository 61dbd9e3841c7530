import type { OrganizationRef } from '../../access/rules/organization-ref.ts'
import type { Store } from '../../store/store.ts'
import type { StoredDatabase } from './store/databases.ts'

/** All databases of an organization. */
export const databasesOf = (
  { store }: { readonly store: Pick<Store, 'databases'> },
  { organizationId }: OrganizationRef,
): Promise<readonly StoredDatabase[]> => store.databases.all({ organizationId })

/** A database of any organization; undefined where there is none with this id. */
export const findDatabase = async (
  { store }: { readonly store: Pick<Store, 'databases' | 'organizations'> },
  databaseId: string,
): Promise<StoredDatabase | undefined> => {
  const owners = await store.organizations.all()
  const found = await Promise.all(owners.map(({ id }) => store.databases.find({ organizationId: id }, databaseId)))
  return found.find((database) => database !== undefined)
}
