import type { Evidence } from './evidence.ts'

/** How soon turns went on, in ms. */
export interface Recovery {
  /** From a worker's death to the next attempt of a step that it had in hand, or to the step after that. */
  readonly nextAttemptMs: readonly number[]
  /** From the moment at which killed servers are back to the end of each turn: the service is started again in it. */
  readonly endedMs: readonly number[]
}

/** What the driver wrote down of deaths, and the store of ends. */
export const recoveryIn = ({ journal, messages }: Pick<Evidence, 'journal' | 'messages'>): Recovery => {
  const steps = journal.filter((entry) => entry.kind === 'step')
  const nextAttemptMs = journal.flatMap((death) =>
    death.kind !== 'died'
      ? []
      : death.scopes.flatMap((scope) => {
          const next = steps.find((step) => step.scope === scope && step.at > death.at)
          return next === undefined ? [] : [next.at - death.at]
        }),
  )
  const endedMs = journal.flatMap((back) => {
    if (back.kind !== 'back') return []
    const isOpen = ({ scopeId, at }: { scopeId: string; at: number }): boolean =>
      at > back.at && journal.some((entry) => entry.kind === 'sent' && entry.scope === scopeId && entry.at < back.at)
    return messages.filter((message) => message.sender === 'ASSISTANT' && isOpen(message)).map(({ at }) => at - back.at)
  })
  return { nextAttemptMs, endedMs }
}
