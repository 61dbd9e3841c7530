import { InvalidArgumentError } from 'commander'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The id of a conversation. @throws InvalidArgumentError */
export const conversationId = (text: string): string => {
  if (UUID.test(text)) return text.toLowerCase()
  throw new InvalidArgumentError('`tabletalk history` shows the ids of conversations.')
}

/** The id of a turn or a conversation, also where the one of a turn’s message was given. @throws InvalidArgumentError */
export const turnOrConversationId = (text: string): string => {
  const id = text.replace(/\.(?:user|assistant)$/, '')
  if (UUID.test(id)) return id.toLowerCase()
  throw new InvalidArgumentError(
    '`tabletalk history` shows the ids of conversations; `tabletalk history ID` shows the turns of one.',
  )
}
