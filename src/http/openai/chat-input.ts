import type { Response } from 'express'
import { z } from 'zod'
import { invalidField } from '../../platform/problems/problem.ts'
import { checked } from '../input.ts'
import { messageText } from '../routes/chat/chat-schema.ts'

/** Part of a message. Parts of other types than text have other fields. */
const ContentPart = z.looseObject({ type: z.string(), text: z.string().optional() })

/** An item of a chat: a message, or in the Responses API also a call of a tool, which has no role. */
export const ChatItem = z.looseObject({
  role: z.string().optional(),
  content: z.union([z.string(), z.array(ContentPart)], 'must be text or a list of parts').nullish(),
})
export type ChatHistory = readonly z.output<typeof ChatItem>[]

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
