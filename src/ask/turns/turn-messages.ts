import type { Caller } from '../../access/rules/caller.ts'
import { assistantMessageId, type Message, userMessageId } from '../rules/history/message.ts'
import type { TurnParts } from './turn-parts.ts'

/** The stored messages of a turn, as far as its caller may see them. */
export interface TurnMessages {
  readonly asked: Message | undefined
  /** Absent while it runs. */
  readonly answered: Message | undefined
}

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
