import type { Command } from 'commander'
import { unansweredTurns } from '../../ask/rules/history/message.ts'
import { printJson } from '../print.ts'
import { type ChatSurroundings, chatAction, turnOrConversationId, withIdInError } from './chat-action.ts'
import { type ChatTarget, type TargetOptions, withTarget } from './chat-target.ts'
import { newestMessages } from './history.ts'
import { clientOf, isNotFound } from './service-client.ts'

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

/** `tabletalk cancel`: cancels running questions. */
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
      chatAction(surroundings, options, async ({ terminal, target }) => {
        const turns = await cancelAll(target, id)
        const cancelled = turns.some((turn) => turn.cancelled)
        if (options.json === true) printJson(terminal, { cancelled, turns })
        else if (turns.length === 0) terminal.write('No question of this conversation is running.\n')
        else terminal.write(turns.map(({ turn_id, message }) => `${turn_id}: ${message}\n`).join(''))
      }),
    )
}

const cancelAll = async (target: ChatTarget, id: string) => {
  const cancel = async (turnId: string) =>
    (await clientOf(target).call('post', '/api/v1/chat/turns/{turn_id}/cancel', { path: { turn_id: turnId } })).data
  try {
    return [await cancel(id)]
  } catch (error) {
    if (!isNotFound(error)) throw error
  }
  const messages = await withIdInError(id, newestMessages(target, id))
  return await Promise.all(unansweredTurns(messages).map(cancel))
}
