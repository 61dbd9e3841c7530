import { Redis } from 'ioredis'
import { Problem } from '../problems/problem.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { traceCommands } from './trace-commands.ts'

const CONNECT_MS = 5_000
const ANSWER_MS = 1_000
const RECONNECT_MS_MAX = 1_000

/** A connection to Redis that reconnects automatically; commands fail immediately while it is down. */
export interface RedisConnection {
  readonly client: Redis
  /** Runs a command. @throws Problem `store_unavailable` if Redis does not respond */
  ask<Value>(command: (client: Redis) => Promise<Value>): Promise<Value>
  close(): Promise<void>
}

/**
 * @param tracing where its commands become spans
 * @throws if Redis does not respond; the message does not contain the URL, which may include a password
 */
export const connectRedis = async (url: string, tracing?: Tracing): Promise<RedisConnection> => {
  const client = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    keyPrefix: 'tabletalk:',
    connectTimeout: CONNECT_MS,
    commandTimeout: ANSWER_MS,
    retryStrategy: (attempt) => Math.min(attempt * 50, RECONNECT_MS_MAX),
  })
  // Commands report the error.
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (cause) {
    client.disconnect()
    throw new Error('Redis does not answer: is REDIS_URL right?', { cause })
  }
  const endTracing = tracing?.isEnabled === true ? traceCommands(tracing) : undefined
  return {
    client,
    async ask(command) {
      try {
        return await command(client)
      } catch (cause) {
        throw new Problem('store_unavailable', { cause })
      }
    },
    async close() {
      endTracing?.()
      client.disconnect()
    },
  }
}
