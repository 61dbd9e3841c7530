import { InvalidArgumentError } from 'commander'
import { readConfig } from '../../config.ts'
import { UUID } from '../../platform/values/uuid.ts'
import { CommandFailed } from '../command-failed.ts'
import { processTerminal, type Terminal } from '../terminal.ts'
import { type ChatTarget, chatTarget, type TargetOptions } from './chat-target.ts'
import { failureOf, isNotFound } from './service-client.ts'

export interface ChatSurroundings {
  readonly terminal?: () => Terminal
  /** The home folder, which has the address of the running service. */
  readonly home?: () => string
}

interface ChatContext {
  readonly terminal: Terminal
  readonly target: ChatTarget
}

/** Runs a command that calls the API; a failure is printed on standard error, and the exit status is 1. */
export const chatAction = async (
  { terminal: openTerminal = processTerminal, home = () => readConfig().home }: ChatSurroundings,
  options: TargetOptions & { readonly json?: boolean },
  work: (context: ChatContext) => Promise<void>,
): Promise<void> => {
  const terminal = openTerminal()
  try {
    const target = await chatTarget(home(), options)
    if (target.note !== undefined && options.json !== true) terminal.note(target.note)
    await work({ terminal, target }).catch((error: unknown) => {
      throw failureOf(error, target)
    })
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error
    terminal.fail(error.message)
  }
}

/** Parses the id of a turn, of a conversation, or of a message, which becomes the id of its turn. @throws InvalidArgumentError */
export const turnOrConversationId = (text: string): string => {
  const id = text.replace(/\.(?:user|assistant)$/, '')
  if (UUID.test(id)) return id.toLowerCase()
  throw new InvalidArgumentError(
    '`tabletalk history` shows the ids of conversations; `tabletalk history ID` shows the turns of one.',
  )
}

/** Replaces a 404 of the service by an error that names the id. @throws CommandFailed */
export const withIdInError = async <Value>(id: string, found: Promise<Value>): Promise<Value> => {
  try {
    return await found
  } catch (cause) {
    if (!isNotFound(cause)) throw cause
    throw new CommandFailed(
      `No turn or conversation ${id} was found for this key, tenant and scope. See: npx tabletalk history`,
      { cause },
    )
  }
}
