import type { Client } from '@temporalio/client'
import type { DataConverter } from '@temporalio/common'
import { LRUCache } from 'lru-cache'
import type { Config } from './config.ts'
import type { Caller } from './domain/access/caller.ts'
import type { DatabaseSettings } from './domain/access/database-settings.ts'
import type { Knowledge } from './domain/ask/knowledge.ts'
import { restrict } from './domain/guard/restriction.ts'
import type { Schema } from './domain/guard/schema.ts'
import { Problem } from './domain/problem.ts'
import type { Engine } from './engines/engine.ts'
import { allEngines } from './engines/index.ts'
import { readKnowledge } from './engines/read-knowledge.ts'
import type { Observe } from './observation.ts'
import { builtinPlanner } from './planner/builtin/index.ts'
import { type FairPlanner, fairPlanner } from './planner/fair-planner.ts'
import type { Planner } from './planner/planner.ts'
import { aesSealer, deriveKey } from './sealer.ts'
import { connectStore } from './store/connection.ts'
import { createStore, type Store } from './store/store.ts'
import { coalesce, type TextWriter } from './stream/coalesce.ts'
import { memoryTurnLog } from './stream/memory-turn-log.ts'
import { mongoTurnLog } from './stream/mongo-turn-log.ts'
import { takeOver } from './stream/take-over.ts'
import type { TurnLog } from './stream/turn-log.ts'
import { decodeJsonPayloads, type JsonPayload, payloadCodec } from './temporal/codec.ts'
import { connectTemporal } from './temporal/connection.ts'
import { type Turns, temporalTurns } from './temporal/turns.ts'

/** Where real parts meet: everything that routes and activities may use. */
export interface App {
  readonly config: Config
  readonly store: Store
  readonly turnLog: TurnLog
  readonly planner: FairPlanner
  readonly turns: Turns
  readonly temporal: Client
  readonly dataConverter: DataConverter
  readonly observe: Observe
  /** @throws Problem `database_not_found` */
  database(caller: Caller, databaseId: string): Promise<DatabaseSettings>
  /** A database with its engine, ready for a guarded query. @throws Problem `database_not_found`, `database_unreachable` */
  openDatabase(caller: Caller, databaseId: string): Promise<OpenDatabase>
  /** What a planner may know on behalf of this caller. @throws as `openDatabase`, and every problem of `restrict` */
  knowledge(caller: Caller, databaseId: string): Promise<Knowledge>
  /** Begins the text of an answer, or begins it anew where an earlier run of the step left some behind. */
  takeOverText(turnId: string, writer: number): Promise<TextWriter>
  /** Payloads of workflow history in the clear, JSON in and out. */
  decodePayloads(payloads: readonly JsonPayload[]): Promise<unknown>
  close(): Promise<void>
}

export interface OpenDatabase {
  readonly database: DatabaseSettings
  readonly engine: Engine
  readonly address: string
  readonly schema: Schema
}

/** The settings that must be known by the time an app is made; `npm start` finds them out. */
export interface AppSettings {
  readonly config: Config
  readonly temporalAddress: string
  readonly mongoUri: string
  readonly secret: string
  readonly observe: Observe
}

/** How long schemas and values may be stale: new tables and names appear within this time. */
const KNOWLEDGE_MS = 60_000

/** Connects the parts. @throws when the store does not answer */
export const createApp = async (settings: AppSettings): Promise<App> => {
  const { config, secret, observe } = settings
  const connection = await connectStore(settings.mongoUri)
  const store = createStore(connection, {
    addresses: aesSealer(deriveKey(secret, 'addresses')),
    pepper: deriveKey(secret, 'api-keys'),
  })
  const turnLog =
    config.stream === 'memory' || connection.db === undefined ? memoryTurnLog() : mongoTurnLog(connection.db)
  const codec = payloadCodec(aesSealer(deriveKey(secret, 'payloads')))
  const dataConverter = { payloadCodecs: [codec] }
  const { namespace } = config.temporal
  const temporal = connectTemporal({
    address: settings.temporalAddress,
    namespace,
    dataConverter: { payloadCodecs: [codec] },
  })
  const turns = temporalTurns(temporal, config.temporal.taskQueue)
  const engines = allEngines()
  const planner = fairPlanner(await choosePlanner(config))
  const databases = databaseAccess(store, engines)
  return {
    ...{ config, store, turnLog, planner, turns, temporal, dataConverter, observe },
    ...databases,
    async takeOverText(turnId, writer) {
      await takeOver(turnLog, turnId, writer)
      return coalesce(turnLog, turnId, writer)
    },
    decodePayloads: (payloads) => decodeJsonPayloads(codec, payloads),
    async close() {
      await Promise.all([turnLog.close(), turns.close(), ...engines.map((engine) => engine.close())])
      await store.close()
    },
  }
}

/** The model's library is loaded only where a model is configured: it is heavy. */
const choosePlanner = async (config: Config): Promise<Planner> => {
  if (config.model === undefined) return builtinPlanner()
  const { modelPlanner } = await import('./planner/model/index.ts')
  const { name, ...rest } = config.model
  return modelPlanner({ model: name, ...rest })
}

const databaseAccess = (
  store: Store,
  engines: readonly Engine[],
): Pick<App, 'database' | 'openDatabase' | 'knowledge'> => {
  const schemas = remembering<Schema>()
  const known = remembering<Knowledge>()

  const database: App['database'] = async (caller, databaseId) => {
    const found = await store.database(caller, databaseId)
    if (found === undefined) throw new Problem('database_not_found')
    return found
  }
  const openDatabase: App['openDatabase'] = async (caller, databaseId) => {
    const [settings, address] = await Promise.all([
      database(caller, databaseId),
      store.databaseAddress(caller, databaseId),
    ])
    const engine = engines.find((candidate) => candidate.name === settings.engine)
    if (engine === undefined || address === undefined) throw new Problem('database_unreachable')
    const schema = await schemas(databaseId, (signal) => engine.describe(address, signal, caller))
    return { database: settings, engine, address, schema }
  }
  return {
    database,
    openDatabase,
    async knowledge(caller, databaseId) {
      const { database, engine, address, schema } = await openDatabase(caller, databaseId)
      const restriction = restrict(caller, database)
      const key = JSON.stringify([databaseId, String(restriction.tenant?.value), String(restriction.scope?.value)])
      return await known(key, (signal) => readKnowledge(engine, address, { database, schema, restriction, signal }))
    },
  }
}

/** Keeps what was read for `KNOWLEDGE_MS`; simultaneous readers share one read, and a failed one is forgotten. */
const remembering = <Value extends object>() => {
  type Read = (signal: AbortSignal) => Promise<Value>
  const cache = new LRUCache<string, Value, Read>({
    max: 500,
    ttl: KNOWLEDGE_MS,
    fetchMethod: (_key, _stale, { context, signal }) => context(signal),
  })
  return (key: string, read: Read): Promise<Value> => cache.forceFetch(key, { context: read })
}
