import type { Caller } from '../../access/rules/caller.ts'
import { assistantMessageId, type Message, userMessageId } from '../rules/history/message.ts'
import type { TurnParts } from './turn-parts.ts'

/** What is stored of a turn, as far as its caller may see it. */
export interface TurnMessages {
  readonly asked: Message | undefined
  /** Absent while it runs. */
  readonly answered: Message | undefined
}

/** Looks for the two messages of a turn. */
export const turnMessages = async (
  { store }: Pick<TurnParts, 'store'>,
  caller: Caller,
  turnId: string,
): Promise<TurnMessages> => {
  const [asked, answered] = await Promise.all([
    store.messages.find(caller, userMessageId(turnId)),
    store.messages.find(caller, assistantMessageId(turnId)),
  ])
  return { asked, answered }
}
