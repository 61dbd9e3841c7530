import { titleOf } from '../../../src/ask/rules/history/conversation.ts'
import { requestDigest } from '../../../src/ask/turns/request-digest.ts'
import { signedCursors } from '../../../src/http/cursor.ts'
import { checked, ListQuery } from '../../../src/http/input.ts'
import { parseCursor } from '../../../src/http/parse-cursor.ts'
import { ChatBody, messageText } from '../../../src/http/routes/chat/chat-schema.ts'
import { keyIdOf } from '../../../src/manage/api-keys/store/api-key-text.ts'
import { Problem } from '../../../src/platform/problems/problem.ts'
import { HOLD_MS_MAX, HOSTILE_SIZES, threadCostMs } from '../../support/cost.ts'

/** Texts of one size that make careless parsers slow. */
const shapes = (size: number): readonly (readonly [string, string])[] => [
  ['letters', 'a'.repeat(size)],
  ['spaces', ' '.repeat(size)],
  ['spaces before a letter', `${' '.repeat(size)}a`],
  ['line breaks', '\n'.repeat(size)],
  ['dots', '.'.repeat(size)],
  ['surrogate pairs', '🧮'.repeat(size / 2)],
  ['lone surrogates', '\ud83e'.repeat(size)],
  ['combining marks', 'e\u0301'.repeat(size / 2)],
  ['zeros', '\0'.repeat(size)],
  ['digits', '9'.repeat(size)],
  ['hyphens', 't-'.repeat(size / 2)],
]

const cursors = signedCursors(Buffer.alloc(32))

/** Parsers of unauthenticated input. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  messageText: (text) => messageText.safeParse(text),
  ChatBody: (text) => ChatBody.safeParse({ message: text, database_id: text, more: text }),
  ListQuery: (text) => checked(ListQuery, { limit: text }),
  requestDigest: (text) => requestDigest('POST /', { message: text }),
  parseCursor: (text) => parseCursor({ headers: { 'last-event-id': text }, query: {} }),
  'parseCursor with an id': (text) => parseCursor({ headers: { 'last-event-id': `${text}.1` }, query: {} }),
  'cursor of a list': (text) => refused(() => cursors.read(text, 'list')),
  'cursor of a list with a signature': (text) => refused(() => cursors.read(`${text}.${text}`, 'list')),
  keyIdOf: (text) => keyIdOf(`sk_${text}`),
  titleOf,
}

const refused = (read: () => unknown): unknown => {
  try {
    return read()
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

describe.each(Object.entries(readers))('%s', (_, read) => {
  it.each(HOSTILE_SIZES)('does not block the event loop on %i characters', async (size) => {
    for (const [shape, text] of shapes(size)) {
      const cost = await threadCostMs(() => read(text))
      expect({ shape, held: cost > HOLD_MS_MAX }).toEqual({ shape, held: false })
    }
  })
})

describe('Request body', () => {
  const bodies = (size: number): readonly (readonly [string, string])[] => [
    ['many keys', `{${Array.from({ length: size / 10 }, (_, index) => `"k${index.toString(36)}":1`).join(',')}}`],
    ['objects in objects', `${'{"a":'.repeat(size / 7)}1${'}'.repeat(size / 7)}`],
    ['lists in lists', `{"message":${'['.repeat(size / 2)}${']'.repeat(size / 2)}}`],
    ['escapes', `{"message":"${'\\u0000'.repeat(size / 6)}"}`],
  ]

  it.each([...HOSTILE_SIZES, 256 * 1024])(
    'of any shape is parsed, validated and hashed without blocking the event loop: %i bytes',
    async (size) => {
      for (const [shape, text] of bodies(size)) {
        const cost = await threadCostMs(() => {
          const body: object = JSON.parse(text)
          refused(() => checked(ChatBody, body))
          refused(() => requestDigest('POST /', body))
        })
        expect({ shape, held: cost > HOLD_MS_MAX }).toEqual({ shape, held: false })
      }
    },
  )
})
