import type { DatabaseChange, StoredDatabase } from '../../store/databases.ts'
import { CommandFailed } from '../command-failed.ts'
import type { Operator } from '../with-store.ts'

/** Stores what was made of a database, unless somebody else has changed it meanwhile. @throws CommandFailed */
export const storeChange = async (
  { store }: Pick<Operator, 'store'>,
  settings: StoredDatabase,
  change: DatabaseChange,
): Promise<void> => {
  const outcome = await store.databases.change(settings, settings.id, change, settings.revision)
  if (outcome !== 'changed')
    throw new CommandFailed(
      `${settings.name} has been changed or removed in the meantime. Check its current state and try again.`,
    )
}
