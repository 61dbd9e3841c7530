import { type Command, InvalidArgumentError } from 'commander'
import type { components } from '../../../clients/typescript/src/index.ts'
import { turnOfAnswer } from '../../ask/rules/history/message.ts'
import { UUID } from '../../platform/values/uuid.ts'
import { CommandFailed } from '../command-failed.ts'
import { commandLine } from '../command-line.ts'
import { printJson, printRows } from '../print.ts'
import type { Terminal } from '../terminal.ts'
import { styled } from '../text-table.ts'
import { type ChatSurroundings, chatAction } from './chat-action.ts'
import { type ChatTarget, optionsText, type TargetOptions, targetToRepeat, withTarget } from './chat-target.ts'
import { cleanText } from './present-answer.ts'
import { readingClientOf, type Service } from './service-client.ts'

interface HistoryOptions extends TargetOptions {
  readonly limit?: number
  readonly cursor?: string
  readonly all?: boolean
  readonly json?: boolean
}

/** The maximum of `--all`; the printed cursor leads to the rest. */
const ALL_MAX = 10_000
const CONVERSATIONS_SHOWN = 20
const MESSAGES_SHOWN = 50

const EXAMPLES = `
Examples:
  $ tabletalk history
  $ tabletalk history --scope anna --limit 5
  $ tabletalk history 0199e6a4-5b0e-7c3d-9f2a-6c1d0e8b7a55
  $ tabletalk history 0199e6a4-5b0e-7c3d-9f2a-6c1d0e8b7a55 --all --json | jq -r '.messages[].content'

The newest entries are listed first, ${CONVERSATIONS_SHOWN} conversations or ${MESSAGES_SHOWN} messages per page; the messages of a page are in
chronological order. --all shows at most ${ALL_MAX.toLocaleString('en-US')}. Questions asked without --scope belong to the scope \`default\`.
Without --tenant, the conversations of all tenants and those without a tenant are listed.
--json prints {"conversations": [{"id", "title", "messageCount", "lastMessageAt", …}], "cursor", "hasMore"}; for one
conversation {"conversation_id", "messages": [{"id", "sender", "content", "timestamp", "metadata", …}], "cursor",
"hasMore"}, newest first. Pass "cursor" to --cursor; it is empty on the last page.`

/** `tabletalk history`: lists conversations, or the messages of one. */
export const registerHistory = (program: Command, surroundings: ChatSurroundings = {}): void => {
  withTarget(program.command('history'))
    .summary('list conversations, or show the messages of one')
    .description('Lists the conversations of a scope, or shows the messages of one.')
    .argument('[conversation]', 'the id of a conversation; default: list all conversations', conversationId)
    .option('--limit <number>', 'the maximum number of entries', count)
    .option('--cursor <text>', 'continue after an earlier page: the cursor that it returned')
    .option('--all', 'show all entries')
    .option('--json', 'print one JSON document instead')
    .addHelpText('after', EXAMPLES)
    .action((conversation: string | undefined, options: HistoryOptions) =>
      chatAction(surroundings, options, async ({ terminal, target }) => {
        if (options.all === true && options.limit !== undefined)
          throw new CommandFailed('Give either --all or --limit, not both.')
        if (conversation === undefined) await showConversations(target, options, terminal)
        else await showMessages(target, conversation, options, terminal)
      }),
    )
}

const count = (text: string): number => {
  if (/^[1-9][0-9]{0,4}$/.test(text) && Number(text) <= ALL_MAX) return Number(text)
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${ALL_MAX}.`)
}

const conversationId = (text: string): string => {
  if (UUID.test(text)) return text.toLowerCase()
  throw new InvalidArgumentError('`tabletalk history` shows the ids of conversations.')
}

/** A page of a list, newest first, and the cursor of the next page. */
interface Page<Item> {
  readonly items: readonly Item[]
  readonly cursor: string
  readonly hasMore: boolean
}

interface PageQuery {
  readonly limit: number
  readonly cursor: string | undefined
}

/** Maximum entries per response (specification, Limits). */
const CONVERSATIONS_MAX = 100
const MESSAGES_MAX = 200

/** Reads as many entries as the options ask for, in as many requests as that takes. */
const entries = async <Item>(
  { limit: wanted, cursor: from, all }: HistoryOptions,
  { shown, atOnceMax }: { readonly shown: number; readonly atOnceMax: number },
  read: (query: PageQuery) => Promise<Page<Item>>,
): Promise<Page<Item>> => {
  const limit = all === true ? ALL_MAX : (wanted ?? shown)
  const items: Item[] = []
  for (let cursor = from; ; ) {
    const next = await read({ limit: Math.min(atOnceMax, limit - items.length), cursor })
    items.push(...next.items)
    if (items.length >= limit || next.items.length === 0 || !next.hasMore)
      return { items, cursor: next.cursor, hasMore: next.hasMore }
    cursor = next.cursor
  }
}

/** The newest 1,000 messages of a conversation: enough to find its last rows and its running questions. */
export const newestMessages = async (target: Service, conversation: string): Promise<readonly Message[]> => {
  const page = await messagesOf(target, conversation, { limit: 1_000 })
  return page.items
}

type Message = components['schemas']['Message']

const messagesOf = (target: Service, conversation: string, options: HistoryOptions): Promise<Page<Message>> =>
  entries(options, { shown: MESSAGES_SHOWN, atOnceMax: MESSAGES_MAX }, async (query) => {
    const asked = { query: { ...query, conversation_id: conversation } }
    const { messages: items, ...page } = (await readingClientOf(target).call('get', '/api/v1/chat/history', asked)).data
    return { ...page, items }
  })

const showConversations = async (target: ChatTarget, options: HistoryOptions, terminal: Terminal): Promise<void> => {
  const sizes = { shown: CONVERSATIONS_SHOWN, atOnceMax: CONVERSATIONS_MAX }
  const { items, ...page } = await entries(options, sizes, async (query) => {
    const { data } = await readingClientOf(target).call('get', '/api/v1/chat/conversations', { query })
    const { conversations: items, ...page } = data
    return { ...page, items }
  })
  if (options.json === true) return printJson(terminal, { conversations: items, ...page })
  const rows = items.map(({ id, title, messageCount, lastMessageAt }) => ({
    conversation: id,
    title,
    messages: messageCount,
    'last message': minuteOf(lastMessageAt),
  }))
  printRows(terminal, rows, 'There are no conversations. Ask a question: npx tabletalk ask "…"')
  noteMore(terminal, page, `${commandLine({ folder: process.cwd() })} history${toRepeat(options)}`)
}

const toRepeat = ({ limit, ...options }: HistoryOptions): string =>
  `${targetToRepeat(options)}${optionsText({ limit: limit?.toString() })}`

const showMessages = async (
  target: ChatTarget,
  conversation: string,
  options: HistoryOptions,
  terminal: Terminal,
): Promise<void> => {
  const { items, ...page } = await messagesOf(target, conversation, options)
  if (options.json === true) return printJson(terminal, { conversation_id: conversation, messages: items, ...page })
  const command = commandLine({ folder: process.cwd() })
  const repeated = targetToRepeat(options)
  noteMore(terminal, page, `${command} history${toRepeat(options)} ${conversation}`)
  const dim = (text: string) => styled('dim', text, terminal.colors)
  terminal.write(
    items
      .toReversed()
      .map((message) => messageText(message, dim))
      .join('\n'),
  )
  const withRows = items.find(hasRows)
  const turnId = withRows === undefined ? undefined : turnOfAnswer(withRows.id)
  if (turnId !== undefined) terminal.note(`Show the rows of the last answer: ${command} results${repeated} ${turnId}`)
  terminal.note(`Continue: ${command} ask${repeated} --conversation ${conversation} "…"`)
}

/** Small talk, questions back to the user and failures have no row count. */
const hasRows = ({ metadata }: Message): boolean => typeof metadata.row_count === 'number'

/** Sender, time and turn of a message, and its text. */
const messageText = ({ id, sender, timestamp, content, metadata }: Message, dim: (text: string) => string): string => {
  const turnId = /^(.+)\.user$/.exec(id)?.[1]
  const { row_count: rows } = metadata
  const head = [
    sender.toLowerCase(),
    minuteOf(timestamp),
    ...(turnId === undefined ? [] : [`turn ${turnId}`]),
    ...(metadata.problem === 'turn_cancelled' ? ['cancelled'] : []),
    ...(typeof rows === 'number' ? [`${rows} ${rows === 1 ? 'row' : 'rows'}`] : []),
  ]
  return `${dim(head.join(' · '))}\n${cleanText(content).trimEnd()}\n`
}

const minuteOf = (timestamp: string): string => `${timestamp.slice(0, 16).replace('T', ' ')} UTC`

const noteMore = (
  terminal: Pick<Terminal, 'note'>,
  { hasMore, cursor }: Omit<Page<unknown>, 'items'>,
  command: string,
): void => {
  if (hasMore) terminal.note(`Show earlier entries: ${command} --cursor ${cursor}`)
}
