import { DEMO } from '../../demo/organization.ts'
import { titleOf } from '../../src/ask/rules/history/conversation.ts'
import type { Knowledge } from '../../src/ask/rules/knowledge.ts'
import { requestDigest } from '../../src/ask/turns/request-digest.ts'
import { sqliteEngine } from '../../src/engines/sqlite/engine.ts'
import { signedCursors } from '../../src/http/cursor.ts'
import { ChatBody } from '../../src/http/routes/chat/chat-schema.ts'
import { keyIdOf } from '../../src/manage/api-keys/store/api-key-text.ts'
import { builtinPlanner } from '../../src/planner/builtin/index.ts'
import { numberCheck } from '../../src/planner/model/backed-numbers.ts'
import { chunksOf } from '../../src/planner/model/completion-chunk.ts'
import { findJson } from '../../src/planner/model/find-json.ts'
import { linkedText } from '../../src/planner/model/linked-text.ts'
import { plainText } from '../../src/planner/model/plain-text.ts'
import { StreamedAnswer } from '../../src/planner/model/streamed-answer.ts'
import { cellText } from '../../src/planner/wording/index.ts'
import { withContext } from '../questions/with-context.ts'

/** A parser of untrusted text, and the source of the text. */
export interface Reader {
  readonly name: string
  readonly of: 'caller' | 'model' | 'row'
  read(text: string): unknown
}

const planner = builtinPlanner()
const engine = sqliteEngine()
const cursors = signedCursors(Buffer.alloc(32))

const ignored = (read: () => unknown): unknown => {
  try {
    return read()
  } catch {
    return undefined
  }
}

const streamed = async (pieces: readonly string[]): Promise<string> => {
  const isBacked = numberCheck({ texts: ['How many?'], rows: [{ name: 'Acme', orders: 37 }], rowCount: 1 })
  const answer = new StreamedAnswer({ isBacked, plain: plainText, template: 'Acme: 37.', emit: async () => {} })
  for (const piece of pieces) if (!(await answer.push(piece))) break
  await answer.end('stop')
  return answer.message
}

const thirds = (text: string): string[] => {
  const length = Math.ceil(text.length / 3)
  return [0, 1, 2].map((at) => text.slice(at * length, (at + 1) * length))
}

/** All parsers of text from callers, models and rows, one line each. @param knowledge of the demo's first shop */
export const readers = (knowledge: Knowledge): readonly Reader[] => [
  { name: 'chat body', of: 'caller', read: (text) => ChatBody.safeParse({ message: text }) },
  {
    name: 'digest of a request',
    of: 'caller',
    read: (text) => ignored(() => requestDigest('POST /', { message: text })),
  },
  { name: 'cursor', of: 'caller', read: (text) => ignored(() => cursors.read(text, 'list')) },
  { name: 'API key', of: 'caller', read: (text) => keyIdOf(`sk_${text}`) },
  { name: 'title', of: 'caller', read: titleOf },
  {
    name: 'built-in planner',
    of: 'caller',
    read: (text) =>
      planner.draft(
        withContext({
          question: text.slice(0, 8_000),
          askedAt: '2026-11-21T12:00:00.000Z',
          recentTurns: [],
          knowledge,
          signal: new AbortController().signal,
        }),
      ),
  },
  { name: 'JSON of a reply', of: 'model', read: (text) => findJson(`{"mode": "${text}`, ['mode']) },
  { name: 'event of a stream', of: 'model', read: (text) => chunksOf(text) },
  {
    name: 'guard',
    of: 'model',
    read: (text) =>
      engine.guard(`SELECT ${text}`, {
        schema: knowledge.view.schema,
        policy: DEMO.database.policy,
        restriction: { tenant: { type: 'integer', value: 1n } },
      }),
  },
  { name: 'plain text', of: 'model', read: plainText },
  { name: 'linked text', of: 'model', read: linkedText(new Set(['https://shop.example'])) },
  { name: 'answer in three pieces', of: 'model', read: (text) => streamed(thirds(text)) },
  { name: 'answer by characters', of: 'model', read: (text) => streamed(text.split('')) },
  { name: 'numbers of rows', of: 'row', read: (text) => numberCheck({ texts: [], rows: [{ a: text }], rowCount: 1 }) },
  { name: 'cell', of: 'row', read: cellText },
]

export const closeReaders = (): Promise<void> => engine.close()
