import type { Command } from 'commander'
import { unansweredTurns } from '../../domain/history/message.ts'
import { CommandFailed } from '../command-failed.ts'
import { printJson } from '../print.ts'
import { Refused } from './call-api.ts'
import { type CancelledTurn, cancelTurn } from './cancel-turn.ts'
import { type ChatSurroundings, chatAction } from './chat-action.ts'
import { type ChatTarget, chatTarget, type TargetOptions, withTarget } from './chat-target.ts'
import { turnOrConversationId } from './ids.ts'
import { messagesOf } from './message-pages.ts'

interface CancelOptions extends TargetOptions {
  readonly json?: boolean
}

const EXAMPLES = `
Examples:
  $ tabletalk cancel 01a20f6b-357c-75d6-9215-b2897de3796d
  $ tabletalk cancel --tenant 2 --scope anna 01a20f6b-357c-75d6-9215-b2897de3796d --json

With the id of a conversation, all its running questions are cancelled. Questions that have already ended are left as they
are; this is not an error.
--json prints {"cancelled": true | false, "turns": [{"turn_id", "cancelled", "message"}]}.`

/** `tabletalk cancel`: stops what is still running. */
export const registerCancel = (program: Command, surroundings: ChatSurroundings = {}): void => {
  withTarget(program.command('cancel'))
    .summary('cancel a running question')
    .description(
      'Cancels a question, or all running questions of a conversation, including their statements in the database.',
    )
    .argument('<turn or conversation>', 'the id of a turn or of a conversation', turnOrConversationId)
    .option('--json', 'print one JSON document instead')
    .addHelpText('after', EXAMPLES)
    .action((id: string, options: CancelOptions) =>
      chatAction(surroundings, async ({ terminal, home }) => {
        const target = await chatTarget(home, options)
        if (target.note !== undefined && options.json !== true) terminal.note(target.note)
        const turns = await cancelAll(target, id)
        const cancelled = turns.some((turn) => turn.cancelled)
        if (options.json === true) printJson(terminal, { cancelled, turns })
        else if (turns.length === 0) terminal.write('No question of this conversation is running.\n')
        else terminal.write(turns.map(({ turn_id, message }) => `${turn_id}: ${message}\n`).join(''))
      }),
    )
}

const NOT_FOUND = 404
/** The latest messages of a conversation: what runs is among them. */
const LOOKED_THROUGH = 1_000

const cancelAll = async (target: ChatTarget, id: string): Promise<readonly CancelledTurn[]> => {
  try {
    return [await cancelTurn(target, id)]
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== NOT_FOUND) throw error
  }
  const { items } = await messagesOf(target, id, { limit: LOOKED_THROUGH }).catch(notThere(id))
  return await Promise.all(unansweredTurns(items).map((turnId) => cancelTurn(target, turnId)))
}

/** Neither a turn nor a conversation is called so, as far as this caller sees. */
export const notThere =
  (id: string) =>
  (error: unknown): never => {
    if (!(error instanceof Refused) || error.status !== NOT_FOUND) throw error
    throw new CommandFailed(
      `No turn or conversation ${id} was found for this key, tenant and scope. See: npx tabletalk history`,
      { cause: error },
    )
  }
