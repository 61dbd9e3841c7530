import type { Client } from '@temporalio/client'
import type { DataConverter } from '@temporalio/common'
import type { Config } from './config.ts'
import { allEngines } from './engines/index.ts'
import { type DatabaseAccess, databaseAccess } from './knowledge/database-access.ts'
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
export interface App extends DatabaseAccess {
  readonly config: Config
  readonly store: Store
  readonly turnLog: TurnLog
  readonly planner: FairPlanner
  readonly turns: Turns
  readonly temporal: Client
  readonly dataConverter: DataConverter
  readonly observe: Observe
  /** Begins the text of an answer, or begins it anew where an earlier run of the step left some behind. */
  takeOverText(turnId: string, writer: number): Promise<TextWriter>
  /** Payloads of workflow history in the clear, JSON in and out. */
  decodePayloads(payloads: readonly JsonPayload[]): Promise<unknown>
  close(): Promise<void>
}

/** The settings that must be known by the time an app is made; `npm start` finds them out. */
export interface AppSettings {
  readonly config: Config
  readonly temporalAddress: string
  readonly mongoUri: string
  readonly secret: string
  readonly observe: Observe
}

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
    database: databases.database,
    openDatabase: databases.openDatabase,
    knowledge: databases.knowledge,
    async takeOverText(turnId, writer) {
      await takeOver(turnLog, turnId, writer)
      return coalesce(turnLog, turnId, writer)
    },
    decodePayloads: (payloads) => decodeJsonPayloads(codec, payloads),
    async close() {
      databases.close()
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
