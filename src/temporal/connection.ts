import { Client, Connection } from '@temporalio/client'
import type { DataConverter } from '@temporalio/common'
import proto from '@temporalio/proto'
import { SEARCH_ATTRIBUTES } from '../domain/ask/turn.ts'

export interface TemporalSettings {
  readonly address: string
  readonly namespace: string
  readonly dataConverter: DataConverter
}

/** A client that connects when it is first used, so that the API starts while Temporal is away. */
export const connectTemporal = (settings: TemporalSettings): Client => {
  const connection = Connection.lazy({
    address: settings.address,
    connectTimeout: '5s',
  })
  return new Client({ connection, namespace: settings.namespace, dataConverter: settings.dataConverter })
}

const GRPC_ALREADY_EXISTS = 6

/** Declares the search attributes of turns in the namespace; those that exist stay as they are. */
export const ensureSearchAttributes = async (client: Client, namespace: string): Promise<void> => {
  const { IndexedValueType } = proto.temporal.api.enums.v1
  const { customAttributes } = await client.connection.operatorService.listSearchAttributes({ namespace })
  const missing = SEARCH_ATTRIBUTES.filter((name) => customAttributes[name] === undefined)
  if (missing.length === 0) return
  const searchAttributes = Object.fromEntries(
    missing.map((name) => [name, IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD]),
  )
  try {
    await client.connection.operatorService.addSearchAttributes({ namespace, searchAttributes })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === GRPC_ALREADY_EXISTS)) throw error
  }
}
