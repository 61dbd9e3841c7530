import { tracingChannel } from 'node:diagnostics_channel'
import type { Span, Tracing } from '../tracing/tracing.ts'

/** What ioredis publishes of a command, beside its arguments. */
interface RedisCommand {
  readonly command: string
  readonly serverAddress: string
  readonly serverPort: number | undefined
  readonly error?: unknown
}

const ignore = () => undefined

/**
 * A span per command of this process's Redis client, from its diagnostics channel: names only, never arguments.
 * @returns a function that ends it
 */
export const traceCommands = ({ startCall }: Pick<Tracing, 'startCall'>): (() => void) => {
  const channel = tracingChannel<unknown, RedisCommand>('ioredis:command')
  const spans = new WeakMap<RedisCommand, Span>()
  const subscribers = {
    start(call: RedisCommand) {
      const name = call.command.toUpperCase()
      const span = startCall({
        name,
        fields: {
          'db.system.name': 'redis',
          'db.operation.name': name,
          'server.address': call.serverAddress,
          ...(call.serverPort === undefined ? {} : { 'server.port': call.serverPort }),
        },
      })
      if (span !== undefined) spans.set(call, span)
    },
    end: ignore,
    asyncStart: ignore,
    error: ignore,
    asyncEnd(call: RedisCommand) {
      const { error } = call
      spans.get(call)?.end(error === undefined ? {} : { failure: error instanceof Error ? error.name : 'error' })
    },
  }
  channel.subscribe(subscribers)
  return () => void channel.unsubscribe(subscribers)
}
