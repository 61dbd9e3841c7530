import { CommandFailed } from '../command-failed.ts'
import type { Terminal } from '../terminal.ts'
import { cancelBegun } from './cancel-turn.ts'
import type { ChatTarget } from './chat-target.ts'
import type { InterruptibleTurn } from './interruptible-turn.ts'

export interface GivingUp {
  readonly terminal: Pick<Terminal, 'note'>
  readonly target: ChatTarget
  /** The command that shows a conversation, or all of them. */
  readonly lookFor: (conversationId: string | undefined) => string
  /** The command that goes on with a conversation. */
  readonly goOn: (conversationId: string) => string
  readonly begunWithinMs?: number
  readonly toldWithinMs?: number
}

/** Whoever has pressed Ctrl-C waits no longer than this for a question to begin, and as long again for its end. */
const WITHIN_MS = 5_000

/** Cancels a question whose reader has pressed Ctrl-C, and says what became of it and how to go on. */
export const giveUp = async (
  turn: InterruptibleTurn,
  { terminal, target, lookFor, goOn, begunWithinMs = WITHIN_MS, toldWithinMs = WITHIN_MS }: GivingUp,
): Promise<void> => {
  if (turn.isOver) return
  terminal.note('Cancelling the question … Press Ctrl-C again to exit immediately.')
  const begun = await turn.untilBegun(begunWithinMs)
  if (begun === undefined) {
    terminal.note(`The question had not started. If it is answered anyway, see it with: ${lookFor(undefined)}`)
    return
  }
  terminal.note(await told(target, begun.turnId, toldWithinMs))
  terminal.note(`See the conversation: ${lookFor(begun.conversationId)}\nContinue: ${goOn(begun.conversationId)}`)
}

/** What became of it, in words. */
const told = async (target: ChatTarget, turnId: string, withinMs: number): Promise<string> => {
  try {
    const { cancelled } = await cancelBegun(target, turnId, AbortSignal.timeout(withinMs))
    return cancelled
      ? 'The question is cancelled.'
      : 'The question had already ended; its answer is in the conversation.'
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error
    return `The question could not be cancelled, and may still be answered.\n${error.message}`
  }
}
