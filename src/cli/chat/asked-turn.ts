import { setTimeout as delay } from 'node:timers/promises'
import type { StreamedEvent } from '../../../clients/typescript/src/index.ts'
import { CommandFailed } from '../command-failed.ts'
import type { Terminal } from '../terminal.ts'
import { clientOf, failureOf, isNotFound, type Service, type ServiceClient } from './service-client.ts'

/** The state of a turn while its events are read. */
export interface AskedTurn {
  begun?: { readonly turnId: string; readonly conversationId: string }
  /** Whether its last event was read. */
  isOver?: boolean
}

/** After Ctrl-C, how long the first event is awaited, and then how long the cancellation may take. */
const WITHIN_MS = 5_000

interface Reading {
  readonly turn: AskedTurn
  readonly interrupted: AbortSignal
  /** Called on an interruption before the turn has begun: its id is in its first event, which is awaited. */
  readonly onWaiting: () => void
  readonly withinMs?: number
}

/**
 * Yields the events of a turn until the user interrupts.
 *
 * @param ask opens the stream; the signal closes it
 * @throws the reason of `interrupted`; what the stream throws
 */
export async function* untilInterrupted(
  ask: (signal: AbortSignal) => AsyncIterable<StreamedEvent>,
  { turn, interrupted, onWaiting, withinMs = WITHIN_MS }: Reading,
): AsyncGenerator<StreamedEvent, void, undefined> {
  interrupted.throwIfAborted()
  const closing = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const stop = (): void => {
    if (turn.begun === undefined) onWaiting()
    timer = setTimeout(() => closing.abort(interrupted.reason), turn.begun === undefined ? withinMs : 0)
  }
  interrupted.addEventListener('abort', stop)
  try {
    for await (const event of ask(closing.signal)) {
      if (event.event === 'start')
        turn.begun = { turnId: event.data.turn_id, conversationId: event.data.conversation_id }
      turn.isOver = event.event === 'done' || event.event === 'error'
      if (turn.begun !== undefined || turn.isOver) interrupted.throwIfAborted()
      yield event
    }
  } finally {
    clearTimeout(timer)
    interrupted.removeEventListener('abort', stop)
    closing.abort()
  }
}

interface GivingUp {
  readonly terminal: Pick<Terminal, 'note'>
  readonly target: Service
  /** The command that shows a conversation; undefined: all conversations. */
  readonly showWith: (conversationId: string | undefined) => string
  /** The command that continues a conversation. */
  readonly continueWith: (conversationId: string) => string
}

/** Cancels a question after Ctrl-C, and notes the outcome and the commands that show and continue the conversation. */
export const giveUp = async (
  { begun, isOver }: AskedTurn,
  { terminal, target, showWith, continueWith }: GivingUp,
): Promise<void> => {
  if (isOver === true) return
  if (begun === undefined) {
    terminal.note(`The question had not started. If it is answered anyway, see it with: ${showWith(undefined)}`)
    return
  }
  terminal.note(await cancelledText(target, begun.turnId))
  terminal.note(
    `See the conversation: ${showWith(begun.conversationId)}\nContinue: ${continueWith(begun.conversationId)}`,
  )
}

const cancelledText = async (target: Service, turnId: string): Promise<string> => {
  try {
    const isCancelled = await cancelBegun(clientOf(target), turnId, AbortSignal.timeout(WITHIN_MS))
    return isCancelled
      ? 'The question is cancelled.'
      : 'The question had already ended; its answer is in the conversation.'
  } catch (error) {
    const failure = failureOf(error, target)
    if (failure instanceof CommandFailed)
      return `The question could not be cancelled, and may still be answered.\n${failure.message}`
    if (error instanceof DOMException) return 'The question could not be cancelled in time, and may still be answered.'
    throw error
  }
}

const AGAIN_MS = 200

/** Cancels a turn, and retries while the service does not find it: its question may not be stored yet. */
const cancelBegun = async (client: ServiceClient, turnId: string, signal: AbortSignal): Promise<boolean> => {
  const path = { turn_id: turnId }
  for (;;) {
    try {
      return (await client.call('post', '/api/v1/chat/turns/{turn_id}/cancel', { path, signal })).data.cancelled
    } catch (error) {
      if (!isNotFound(error)) throw error
      await delay(AGAIN_MS, undefined, { signal }).catch(() => {
        throw error
      })
    }
  }
}
