import type { Connection } from 'mongoose'
import type { Span, Tracing } from '../platform/tracing/tracing.ts'

/**
 * A span per command of the store, from the driver's command monitoring: names and numbers, never what a command contains. The
 * connection needs the option `monitorCommands`.
 */
export const traceCommands = (connection: Connection, { startCall }: Pick<Tracing, 'startCall'>): void => {
  const spans = new Map<number, Span>()
  const end = (requestId: number, failure?: string) => {
    spans.get(requestId)?.end({ failure })
    spans.delete(requestId)
  }
  connection
    .getClient()
    .on('commandStarted', ({ requestId, commandName, command, databaseName, address }) => {
      const named: unknown = command[commandName === 'getMore' ? 'collection' : commandName]
      const collection = typeof named === 'string' ? named : undefined
      const span = startCall({
        name: collection === undefined ? commandName : `${commandName} ${collection}`,
        fields: {
          'db.system.name': 'mongodb',
          'db.namespace': databaseName,
          'db.operation.name': commandName,
          ...(collection === undefined ? {} : { 'db.collection.name': collection }),
          ...serverFields(address),
        },
      })
      if (span !== undefined) spans.set(requestId, span)
    })
    .on('commandSucceeded', ({ requestId }) => end(requestId))
    .on('commandFailed', ({ requestId, failure }) => end(requestId, errorType(failure)))
}

/** The server's code, or the driver's class: a message may contain values. */
const errorType = (error: Error): string => ('code' in error ? String(error.code) : error.name)

/** @param address `host:port`, `[IPv6]:port`, or the path of a socket */
const serverFields = (address: string): Readonly<Record<string, string | number>> => {
  const [, host, port] = /^\[?(.+?)\]?:(\d+)$/.exec(address) ?? []
  return host === undefined ? { 'server.address': address } : { 'server.address': host, 'server.port': Number(port) }
}
