import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { AnswerPart } from '../../../clients/typescript/src/index.ts'
import type { Identity } from '../api/clients.ts'
import { useStore } from '../ui/store.ts'
import type { TurnView } from './answer-view.ts'
import { follow, liveTurn, liveTurns } from './live-turns.ts'
import { refreshConversation, useConversation, useMessages } from './queries.ts'
import { storedTurns } from './stored-turns.ts'

/** The turns of a conversation, oldest first: from the history, and live ones. A running turn is followed. */
export const useThread = (id: string | undefined, identity: Identity, pendingKey: string | undefined) => {
  const queries = useQueryClient()
  const conversation = useConversation(identity, id)
  const messages = useMessages(identity, id)
  const live = useStore(liveTurns)
  const runningId = conversation.data?.turn_id ?? undefined
  const stored = useMemo(() => {
    const all = messages.data?.pages.flatMap((page) => page.messages) ?? []
    return storedTurns(all, runningId)
  }, [messages.data, runningId])

  const tenantId = conversation.data?.tenant_id ?? undefined
  useEffect(() => {
    const running = stored.find(({ state }) => state === 'running')
    if (running !== undefined) follow(running, { ...identity, tenantId }, () => refreshConversation(queries, id))
  }, [stored, identity, tenantId, id, queries])

  const turns = useMemo(() => {
    const shown = stored.map((turn) => merged(turn, liveTurn(live, turn.turnId ?? turn.key)))
    const known = new Set(stored.map(({ turnId }) => turnId))
    const further = [...live.values()].filter(
      ({ key, turnId, conversationId }) =>
        (id === undefined ? key === pendingKey : conversationId === id) && !known.has(turnId ?? key),
    )
    return [...shown, ...further]
  }, [stored, live, id, pendingKey])
  return { turns, conversation, messages }
}

/** The live turn stays as shown; the history adds details of its queries. */
const merged = (stored: TurnView, arrived: TurnView | undefined): TurnView => {
  if (arrived === undefined) return stored
  const parts = arrived.parts.map((part): AnswerPart => {
    const known = stored.parts.find(({ queryId }) => queryId === part.queryId)
    return { ...part, receipt: known?.receipt ?? part.receipt }
  })
  return { ...arrived, parts, rating: stored.rating, usage: stored.usage, views: stored.views }
}
