import type { Config } from '../config.ts'
import type { Loader } from '../engines/loader.ts'
import { type ConnectedAddress, openDatabase } from '../manage/databases/open-database.ts'
import type { StoredDatabase } from '../manage/databases/store/databases.ts'
import { chooseDatabase, type DatabaseChoice } from './choose-database.ts'
import { withEngines } from './with-engines.ts'
import { type Operator, withStore } from './with-store.ts'

/** A stored database, for a command that works on it. */
export interface ChosenDatabase extends ConnectedAddress {
  readonly operator: Operator
  readonly settings: StoredDatabase
  /** Of its engine; undefined where nobody wrote it. */
  readonly loader: Loader | undefined
}

/** Works on a stored database, and ends what was opened for it. @throws CommandFailed, ConfigError; Problem `database_unreachable` */
export const withDatabase = <Value>(
  config: Config,
  choice: DatabaseChoice,
  work: (chosen: ChosenDatabase) => Promise<Value>,
): Promise<Value> =>
  withStore(config, (operator) =>
    withEngines(operator, async (engines, loaders) => {
      const settings = await chooseDatabase(operator, choice)
      const opened = await openDatabase(operator, engines, settings)
      return await work({ ...opened, operator, settings, loader: loaders.get(opened.engine.name) })
    }),
  )
