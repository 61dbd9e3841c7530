import pg from 'pg'
import { rejectOnAbort } from '../../../platform/network/reject-on-abort.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import { type Loader, REMOVE_SCRATCH_MS, scratchName, TablesExist } from '../../loader.ts'
import { addressOf } from '../connect/address.ts'
import { connectionLostProblem } from '../connect/connect-problem.ts'
import { Session } from '../connect/session.ts'
import { quote } from '../language/names.ts'
import { POSTGRES_ATTACKS } from './attacks.ts'
import { loadTables } from './load-tables.ts'

const CONNECT_MS = 30_000

/**
 * Loads tables in one transaction; creates scratch databases with CREATE DATABASE.
 *
 * @param allowPrivateHosts as for queries
 */
export const postgresLoader = (allowPrivateHosts: boolean): Loader => {
  const options = { allowPrivateHosts, connectMs: CONNECT_MS }
  const withSession = async <Value>(
    address: string,
    signal: AbortSignal,
    work: (session: Session) => Promise<Value>,
  ): Promise<Value> => {
    const session = await Session.open(addressOf(address), options, signal)
    try {
      return await rejectOnAbort(work(session), signal)
    } catch (error) {
      if (signal.aborted || error instanceof TablesExist || error instanceof Problem) throw error
      // The operator who loads tables sees the server's error.
      throw error instanceof pg.DatabaseError ? error : connectionLostProblem(error)
    } finally {
      await session.close()
    }
  }
  const drop = (address: string, name: string, signal: AbortSignal) =>
    withSession(address, signal, (session) => session.exec(`DROP DATABASE IF EXISTS ${quote(name)} WITH (FORCE)`))
  return {
    attacks: POSTGRES_ATTACKS,
    load: (address, tables, options) =>
      withSession(address, options.signal, (session) => loadTables(session, tables, options)),
    async scratch(address, signal, label) {
      const name = scratchName(label)
      await withSession(address, signal, (session) => create(session, name))
      return {
        address: withDatabase(address, name),
        remove: () => drop(address, name, AbortSignal.timeout(REMOVE_SCRATCH_MS)),
      }
    },
    removeScratch: (address, label, signal) => drop(address, scratchName(label), signal),
  }
}

const create = async (session: Session, name: string): Promise<void> => {
  try {
    await session.exec(`CREATE DATABASE ${quote(name)} TEMPLATE template0`)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === MISSING_RIGHT)) throw error
    const message = 'The user of the database may not create databases; grant it CREATEDB.'
    throw new Problem('database_unreachable', { message, transient: false })
  }
}

const MISSING_RIGHT = '42501'

const withDatabase = (address: string, name: string): string => {
  const url = new URL(address)
  url.pathname = `/${name}`
  return url.href
}
