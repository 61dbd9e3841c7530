import type { RedisConnection } from '../../platform/redis/redis-connection.ts'

/** Wakes whoever waits for a channel. */
export interface Doorbell {
  /** @returns how to stop */
  watch(channel: string, wake: () => void): () => void
  close(): void
}

/** One connection for all channels of a process: what was said while it was away is made up for by waking everyone. */
export const redisDoorbell = ({ client }: RedisConnection): Doorbell => {
  const waiting = new Map<string, Set<() => void>>()
  const subscriber = client.duplicate({ keyPrefix: '', autoResubscribe: false })
  const ring = (channel: string): void => {
    for (const wake of waiting.get(channel) ?? []) wake()
  }
  const listen = (channel: string): void => {
    // What was said before it was heard wakes too; while Redis is away, the next connection listens to all.
    subscriber.subscribe(channel).then(
      () => ring(channel),
      () => undefined,
    )
  }
  subscriber
    .on('message', ring)
    .on('ready', () => [...waiting.keys()].forEach(listen))
    .on('error', () => undefined)
  subscriber.connect().catch(() => undefined)

  return {
    watch(channel, wake) {
      const wakes = waiting.get(channel)
      // One wrapper a subscription, so that the same function may subscribe twice.
      const own = () => wake()
      if (wakes !== undefined) wakes.add(own)
      else {
        waiting.set(channel, new Set([own]))
        listen(channel)
      }
      return () => {
        const ofChannel = waiting.get(channel)
        ofChannel?.delete(own)
        if (ofChannel?.size !== 0) return
        waiting.delete(channel)
        subscriber.unsubscribe(channel).catch(() => undefined)
      }
    },
    close() {
      waiting.clear()
      subscriber.disconnect()
    },
  }
}
