import { ConnectionString } from 'mongodb-connection-string-url'
import mongoose from 'mongoose'
import { z } from 'zod'

/** What a member of a store says of itself to anybody. */
const Hello = z.object({
  setName: z.string().optional(),
  isWritablePrimary: z.boolean().optional(),
  ismaster: z.boolean().optional(),
  primary: z.string().optional(),
  hosts: z.array(z.string()).optional(),
  /** It was started as a member of a set, and no set has been made. */
  isreplicaset: z.boolean().optional(),
  localTime: z.date().optional(),
})
export type Hello = z.infer<typeof Hello>

/** A member that an address names; without `hello`, it did not answer. */
export interface SeenMember {
  readonly host: string
  readonly hello?: Hello
  /** How far its clock is ahead of ours, in milliseconds. */
  readonly aheadMs?: number
}

/** Who may use a store, and as what it is reached: none of it counts for a greeting. */
const NOT_FOR_GREETING = [
  ...['replicaSet', 'loadBalanced', 'directConnection', 'authSource', 'authMechanism', 'authMechanismProperties'],
  ...['readPreference', 'readPreferenceTags', 'maxStalenessSeconds', 'minPoolSize', 'srvMaxHosts', 'srvServiceName'],
]

/**
 * Greets each member that an address names, by itself and without logging in. Of one whose hosts a DNS record names, none.
 *
 * @param uri one that can be read
 */
export const lookAtMembers = async (uri: string, withinMs = 2_000): Promise<readonly SeenMember[]> => {
  const address = new ConnectionString(uri)
  if (address.isSRV) return []
  return await Promise.all(address.hosts.map((host) => lookAt(address, host, withinMs)))
}

const lookAt = async (address: ConnectionString, host: string, withinMs: number): Promise<SeenMember> => {
  const own = address.clone()
  own.hosts = [host]
  own.username = ''
  own.password = ''
  for (const name of NOT_FOR_GREETING) own.searchParams.delete(name)
  const times = { connectTimeoutMS: withinMs, serverSelectionTimeoutMS: withinMs, socketTimeoutMS: withinMs }
  let client: mongoose.mongo.MongoClient | undefined
  try {
    client = new mongoose.mongo.MongoClient(own.href, { ...times, directConnection: true, maxPoolSize: 1 })
    await client.connect()
    const asked = Date.now()
    // The older name of `hello`, which every store knows.
    const reply = await client.db('admin').command({ isMaster: 1 })
    const middle = (asked + Date.now()) / 2
    const hello = Hello.parse(reply)
    return { host, hello, ...(hello.localTime === undefined ? {} : { aheadMs: hello.localTime.getTime() - middle }) }
  } catch {
    return { host }
  } finally {
    await client?.close().catch(() => undefined)
  }
}
