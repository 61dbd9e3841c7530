import { ConnectionString } from 'mongodb-connection-string-url'
import mongoose from 'mongoose'
import { z } from 'zod'

/** The response of a member to `hello`, which requires no authentication. */
const Hello = z.object({
  setName: z.string().optional(),
  isWritablePrimary: z.boolean().optional(),
  ismaster: z.boolean().optional(),
  primary: z.string().optional(),
  hosts: z.array(z.string()).optional(),
  /** Started with --replSet, but the replica set is not initiated. */
  isreplicaset: z.boolean().optional(),
  localTime: z.date().optional(),
})
type HelloReply = z.infer<typeof Hello>

/** A member of the connection string; `hello` is absent if it did not respond. */
export interface ProbedMember {
  readonly host: string
  readonly hello?: HelloReply
  /** Offset of its clock from that of this process, in ms. */
  readonly aheadMs?: number
}

/** Options for authentication and topology, which are removed for `hello`. */
const REMOVED_OPTIONS = [
  'replicaSet',
  'loadBalanced',
  'directConnection',
  'authSource',
  'authMechanism',
  'authMechanismProperties',
  'readPreference',
  'readPreferenceTags',
  'maxStalenessSeconds',
  'minPoolSize',
  'srvMaxHosts',
  'srvServiceName',
]

/**
 * Sends `hello` to each member of a connection string, directly and without authentication; to none for `mongodb+srv`.
 *
 * @param uri a valid connection string
 */
export const probeMembers = async (uri: string, withinMs = 2_000): Promise<readonly ProbedMember[]> => {
  const address = new ConnectionString(uri)
  if (address.isSRV) return []
  return await Promise.all(address.hosts.map((host) => probeMember(address, host, withinMs)))
}

const probeMember = async (address: ConnectionString, host: string, withinMs: number): Promise<ProbedMember> => {
  const own = address.clone()
  own.hosts = [host]
  own.username = ''
  own.password = ''
  for (const name of REMOVED_OPTIONS) own.searchParams.delete(name)
  const times = { connectTimeoutMS: withinMs, serverSelectionTimeoutMS: withinMs, socketTimeoutMS: withinMs }
  let client: mongoose.mongo.MongoClient | undefined
  try {
    client = new mongoose.mongo.MongoClient(own.href, { ...times, directConnection: true, maxPoolSize: 1 })
    await client.connect()
    const sentAt = Date.now()
    // The older name of `hello`, which every MongoDB-compatible store supports.
    const reply = await client.db('admin').command({ isMaster: 1 })
    const midpoint = (sentAt + Date.now()) / 2
    const hello = Hello.parse(reply)
    return { host, hello, ...(hello.localTime === undefined ? {} : { aheadMs: hello.localTime.getTime() - midpoint }) }
  } catch {
    return { host }
  } finally {
    await client?.close().catch(() => undefined)
  }
}
