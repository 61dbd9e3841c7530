import type { Response } from 'express'
import { z } from 'zod'
import { invalidField } from '../../platform/problems/problem.ts'
import { checked } from '../input.ts'
import { messageText } from '../routes/chat/chat-schema.ts'

/** Part of a message. Parts of other types than text have other fields. */
const ContentPart = z.custom<{ readonly type: string; readonly text?: string }>(
  (part) =>
    typeof part === 'object' &&
    part !== null &&
    'type' in part &&
    typeof part.type === 'string' &&
    (!('text' in part) || typeof part.text === 'string'),
  'must be a part with a type',
)

const MESSAGES_MAX = 20_000
const PARTS_MAX = 1_000

/** A list of at most `max` items; the items of a longer one are not checked. */
const listOf = <Item extends z.ZodType>(item: Item, max: number) => z.array(z.unknown()).max(max).pipe(z.array(item))

/** An item of a chat: a message, or in the Responses API also a call of a tool, which has no role. */
const ChatItem = z.looseObject({
  role: z.string().optional(),
  content: z.union([z.string(), listOf(ContentPart, PARTS_MAX)], 'must be text or a list of parts').nullish(),
})
type ChatHistory = readonly z.output<typeof ChatItem>[]

/** The items of a chat as received: `readHistory` checks them one by one, so that a body has one mistake and not a million. */
export const ChatItems = z.array(z.unknown()).max(MESSAGES_MAX, `must have at most ${MESSAGES_MAX} items`)

/** @param field of the request that has the items @throws Problem `input_invalid` for the first wrong item */
export const readHistory = (items: readonly unknown[], field: string): ChatHistory =>
  items.map((item, at) => {
    const { success, data } = ChatItem.safeParse(item)
    return success ? data : checkedItem(item, `${field}.${at}`)
  })

/** @param name for the details of the problem */
const checkedItem = (item: unknown, name: string): ChatHistory[number] => {
  const named = checked(z.record(z.string(), ChatItem), { [name]: item })
  return named[name] ?? {}
}

const TEXT_PARTS: ReadonlySet<string> = new Set(['text', 'input_text', 'output_text'])

/** The text of a message, without its parts of other types. */
const textOf = ({ content }: ChatHistory[number]): string =>
  typeof content === 'string'
    ? content
    : (content ?? []).flatMap(({ type, text }) => (TEXT_PARTS.has(type) ? (text ?? '') : [])).join('\n')

/** What a question is, and what its client remembers of the chat. */
export interface ReceivedChat {
  readonly question: string
  /** The first question of the history. */
  readonly opening: string
  /** Texts of earlier answers, latest first. */
  readonly answers: readonly string[]
}

/**
 * The question of a chat is its last user message.
 * @param field of the request that has the history
 * @throws Problem `input_invalid` if there is none, or if it has more than text
 */
export const readChat = (history: ChatHistory, field: string): ReceivedChat => {
  const asked = history.filter(({ role }) => role === 'user')
  const [opening, last] = [asked.at(0), asked.at(-1)]
  if (opening === undefined || last === undefined) throw invalidField(field, 'must have a message with the role user')
  const parts = typeof last.content === 'string' ? [] : (last.content ?? [])
  const other = parts.find(({ type }) => !TEXT_PARTS.has(type))
  if (other !== undefined)
    throw invalidField(field, 'the last user message must have only text: images, sound and files cannot be read')
  const { question } = checked(z.object({ question: messageText }), { question: textOf(last) })
  const answers = history.filter(({ role }) => role === 'assistant').map(textOf)
  return { question, opening: textOf(opening), answers: answers.toReversed() }
}

const FIELD_NAME = /^[a-z_]{1,40}$/
const IGNORED_MAX = 20

/** Names what a request has and the service ignores, in `X-Tabletalk-Ignored`. */
export const sendIgnored = (res: Response, body: object, used: readonly string[], history: ChatHistory): void => {
  const prompts = ['system', 'developer'].filter((prompt) => history.some(({ role }) => role === prompt))
  const fields = Object.entries(body).flatMap(([name, value]) =>
    value == null || used.includes(name) || !FIELD_NAME.test(name) ? [] : [name],
  )
  const ignored = [...prompts, ...fields].slice(0, IGNORED_MAX)
  if (ignored.length > 0) res.setHeader('X-Tabletalk-Ignored', ignored.join(', '))
}
