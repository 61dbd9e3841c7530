import type { Store } from '../../src/store/store.ts'

/** Several actors that share a store; their calls are let through one at a time. */
export interface InTurns {
  /** The store of one actor: each call waits until `step` lets it through. */
  as(name: string): Store
  /** Starts the work of an actor. */
  begin(name: string, work: (store: Store) => Promise<unknown>): void
  /** Lets one call of an actor through and waits for its next call or the end of its work. */
  step(name: string): Promise<void>
  /** Actors with a waiting call. */
  waiting(): readonly string[]
  /** The result of an actor's work, once it has ended. */
  ended(name: string): PromiseSettledResult<unknown> | undefined
}

export const inTurns = (store: Store): InTurns => {
  const calls = new Map<string, Array<() => void>>()
  const ends = new Map<string, PromiseSettledResult<unknown>>()
  const watched = new Map<string, () => void>()
  const as = (name: string): Store => seenBy(name, store)
  const seenBy = <Part extends object>(name: string, part: Part): Part =>
    new Proxy(part, {
      get(target, member, receiver) {
        const found: unknown = Reflect.get(target, member, receiver)
        if (typeof found === 'object' && found !== null) return seenBy(name, found)
        if (typeof found !== 'function') return found
        return async (...args: readonly unknown[]) => {
          await new Promise<void>((letThrough) => {
            calls.set(name, [...(calls.get(name) ?? []), letThrough])
            watched.get(name)?.()
          })
          return await Reflect.apply(found, target, args)
        }
      },
    })
  const untilItWaits = (name: string) =>
    new Promise<void>((resolve) => {
      watched.set(name, () => {
        watched.delete(name)
        resolve()
      })
    })
  return {
    as,
    begin(name, work) {
      void Promise.allSettled([work(as(name))]).then(([end]) => {
        ends.set(name, end)
        watched.get(name)?.()
      })
    },
    async step(name) {
      const [first, ...others] = calls.get(name) ?? []
      if (first === undefined) return
      calls.set(name, others)
      const next = untilItWaits(name)
      first()
      await next
    },
    waiting: () => [...calls].flatMap(([name, waits]) => (waits.length > 0 ? [name] : [])),
    ended: (name) => ends.get(name),
  }
}
