import { type Db, type Document, ObjectId } from 'mongodb'
import { ConnectionString } from 'mongodb-connection-string-url'
import { rejectOnAbort } from '../../../platform/network/reject-on-abort.ts'
import { Problem } from '../../../platform/problems/problem.ts'
import {
  type Loader,
  type LoadOptions,
  type NewTable,
  REMOVE_SCRATCH_MS,
  scratchName,
  TablesExist,
} from '../../loader.ts'
import { addressOf } from '../connect/address.ts'
import { openMember } from '../connect/choose-member.ts'
import { connectProblem } from '../connect/connect-problem.ts'
import type { Member } from '../connect/member.ts'
import { withSrvHosts } from '../connect/srv-hosts.ts'
import { serverCode } from '../run/explain-error.ts'
import { MONGODB_ATTACKS } from './attacks.ts'
import { documentsOf } from './documents-of.ts'

const DOCUMENTS_AT_ONCE = 1_000
const CONNECT_MS = 30_000

/** @param allowPrivateHosts as for queries */
export const mongodbLoader = (allowPrivateHosts: boolean): Loader => {
  const options = { allowPrivateHosts, connectionsMax: 1 }
  const withMember = async <Value>(text: string, signal: AbortSignal, work: (member: Member) => Promise<Value>) => {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(CONNECT_MS)])
    const address = await withSrvHosts(addressOf(text), limited)
    // Only the primary accepts writes.
    const member = await openMember({ ...address, readPreference: 'primary' }, options, limited)
    try {
      return await rejectOnAbort(member.race(work(member)), signal)
    } catch (error) {
      signal.throwIfAborted()
      throw error instanceof TablesExist || serverCode(error) !== undefined ? error : connectProblem(error)
    } finally {
      await member.close()
    }
  }
  const drop = async (text: string, name: string, signal: AbortSignal): Promise<void> => {
    await withMember(text, signal, ({ client }) => client.db(name).dropDatabase())
  }
  return {
    attacks: MONGODB_ATTACKS,
    load: (text, tables, loadOptions) =>
      withMember(text, loadOptions.signal, ({ database }) => load(database, tables, loadOptions)),
    async scratch(text, signal, label) {
      const name = scratchName(label)
      // Databases are created implicitly, so the right to create one is tested immediately.
      const attempt = withMember(text, signal, async ({ client }) => {
        const collection = await client.db(name).createCollection('tried')
        await collection.drop()
      })
      await attempt.catch(scratchProblem)
      return {
        address: addressOfDatabase(text, name),
        remove: () => drop(text, name, AbortSignal.timeout(REMOVE_SCRATCH_MS)),
      }
    },
    removeScratch: (text, label, signal) => drop(text, scratchName(label), signal),
  }
}

/** The address of another database on the same servers, for the same user. */
const addressOfDatabase = (text: string, database: string): string => {
  const { user, authSource, authSourceGiven } = addressOf(text)
  const url = new ConnectionString(text)
  url.pathname = `/${database}`
  if (user !== '' && !authSourceGiven && url.searchParams.get('authSource') === null && !url.isSRV)
    url.searchParams.set('authSource', authSource)
  return url.href
}

const load = async (database: Db, tables: readonly NewTable[], { replace, signal }: LoadOptions): Promise<void> => {
  signal.throwIfAborted()
  const collections = documentsOf(tables)
  const names = new Set(collections.map(({ name }) => name))
  const listed = await database.listCollections({}, { nameOnly: true }).toArray()
  const existing = listed.map(({ name }) => name).filter((name) => names.has(name))
  if (existing.length > 0 && !replace) throw new TablesExist(existing)
  for (const name of existing) await database.dropCollection(name)
  try {
    for (const { name, documents, indexes } of collections) {
      signal.throwIfAborted()
      const collection = await database.createCollection(name)
      for (let from = 0; from < documents.length; from += DOCUMENTS_AT_ONCE)
        await collection.insertMany(documents.slice(from, from + DOCUMENTS_AT_ONCE).map(asDocument), {
          forceServerObjectId: true,
        })
      for (const paths of indexes) await collection.createIndex(paths.map((path) => [path, 1]))
    }
  } catch (error) {
    // Cleans up, because this is not transactional.
    for (const name of names) await database.dropCollection(name).catch(() => {})
    throw error
  }
}

/** Field order matters; the driver preserves the order of a map. */
const asDocument = (fields: ReadonlyMap<string, unknown>): Document =>
  new Map(fields.has('_id') ? fields : [['_id', new ObjectId()], ...fields])

const scratchProblem = (error: unknown): never => {
  if (serverCode(error) !== 13) throw error
  throw new Problem('database_unreachable', {
    message:
      'The user of the address may not create databases: grant it the role readWrite on databases named tabletalk_scratch_….',
    transient: false,
  })
}
