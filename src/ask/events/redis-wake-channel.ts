import type { RedisConnection } from '../../platform/redis/redis-connection.ts'

/** Notifies the subscribers of a channel. */
interface WakeChannel {
  /** @returns a function that unsubscribes */
  watch(channel: string, wake: () => void): () => void
  close(): void
}

/** One connection for all channels of a process. After a reconnect all subscribers are woken, because messages may have been missed. */
export const redisWakeChannel = ({ client }: RedisConnection): WakeChannel => {
  const waiting = new Map<string, Set<() => void>>()
  const subscriber = client.duplicate({ keyPrefix: '', autoResubscribe: false })
  const ring = (channel: string): void => {
    for (const wake of waiting.get(channel) ?? []) wake()
  }
  const listen = (channel: string): void => {
    // Messages before the subscription took effect are made up for by one wake; after an outage of Redis the next
    // connection subscribes to all channels.
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
      // One wrapper per subscription, so that the same function may subscribe twice.
      const wakeSubscriber = () => wake()
      if (wakes !== undefined) wakes.add(wakeSubscriber)
      else {
        waiting.set(channel, new Set([wakeSubscriber]))
        listen(channel)
      }
      return () => {
        const ofChannel = waiting.get(channel)
        ofChannel?.delete(wakeSubscriber)
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
