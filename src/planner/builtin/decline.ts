import type { ReplyDraft } from '../../domain/ask/draft.ts'
import type { Knowledge } from '../../domain/ask/knowledge.ts'
import { daysBetween } from './calendar.ts'
import { joined } from './describe/index.ts'
import type { Reading } from './interpret.ts'
import { type OutOfReach, reasonOf } from './out-of-reach.ts'
import type { When } from './period.ts'
import { NO_OCCASION, type Occasion, suggestQuestions } from './suggest.ts'
import { NOTHING_UNDERSTOOD, type Understood } from './suggestion-candidates.ts'
import { namesSomebody } from './unknown-name.ts'

const quoted = (words: readonly string[]): string =>
  joined(
    words.map((word) => `“${word}”`),
    'and',
  )

/** What of the question was understood, as it was said: tables, columns, values and times. */
const heardWords = ({ items, unexplained }: Reading): string[] =>
  items
    .filter((item) => (item.link !== null && item.kind === 'link') || item.window !== null)
    .map((item) => item.text)
    .filter((text) => !unexplained.includes(text))

/** The same as what suggestions can be made of. */
const understoodOf = ({ items, reader }: Reading, when: When): Understood => {
  const links = items.flatMap(({ kind, link, text }) => (kind === 'link' && link !== null ? [{ link, text }] : []))
  return {
    tables: [...new Set([...reader.mentionedTables(), ...links.map(({ link }) => link.table)])],
    columns: links.flatMap(({ link }) =>
      link.kind === 'column' ? [link.column] : link.kind === 'value' ? [link.column] : [],
    ),
    measures: links.flatMap(({ link, text }) => (link.kind === 'measure' ? [{ table: link.table, phrase: text }] : [])),
    windows: items.flatMap(({ window, text }) =>
      window?.from != null && window.from <= when.today
        ? [{ text, days: daysBetween(window.from, window.to ?? when.today) }]
        : [],
    ),
  }
}

const missing = (reading: Reading): string => {
  if (reading.unexplained.length > 0)
    return `I do not know what ${quoted(reading.unexplained)} ${reading.unexplained.length === 1 ? 'means' : 'mean'} here`
  return reading.doubt === null ? 'I am not sure what is asked' : `I am not sure about ${reading.doubt}`
}

/** What a message was, beside its reading. */
export interface Declined {
  readonly reach: OutOfReach | null
  /** The questions of the conversation, this one last. */
  readonly asked: readonly string[]
}

/** No part of these messages is a question, whatever words of the data are in them. */
const UNREAD: ReadonlySet<OutOfReach> = new Set<OutOfReach>(['language', 'instruction', 'several'])

/** Says what was understood, what was not, and what would work. */
export const decline = async (
  knowledge: Knowledge,
  reading: Reading,
  { reach, asked }: Declined,
  when: When,
): Promise<ReplyDraft> => {
  const isRead = reach === null || !UNREAD.has(reach)
  const known = isRead ? heardWords(reading) : []
  const understood = reach === 'language' ? NOTHING_UNDERSTOOD : understoodOf(reading, when)
  const reason = reach === null ? `${missing(reading)}, so I would rather not guess.` : reasonOf(reach)
  const heard = known.length === 0 ? '' : ` I understood ${quoted(known)}.`
  const account =
    reach === null && namesSomebody(asked.at(-1) ?? '', reading.unexplained) ? ` ${reasonOf('others')}` : ''
  return declined(knowledge, `${reason}${account}${heard}`, when, {
    occasion: { asked, understood },
    assumptions: known.map((text) => `understood: ${text}`),
    confidence: Math.min(reading.confidence, 0.5),
  })
}

/** Says that the question is longer than a question is, with questions that would work. */
export const declineLong = (knowledge: Knowledge, when: When): Promise<ReplyDraft> =>
  declined(knowledge, 'That is more than I can read at once: please ask in a sentence or two.', when, {
    occasion: NO_OCCASION,
    assumptions: [],
    confidence: 0,
  })

interface About extends Pick<ReplyDraft, 'assumptions' | 'confidence'> {
  readonly occasion: Occasion
}

const declined = async (
  knowledge: Knowledge,
  reason: string,
  when: When,
  { occasion, ...draft }: About,
): Promise<ReplyDraft> => {
  const suggestions = await suggestQuestions(knowledge, when, occasion)
  const [only, more] = suggestions
  const offer = only === undefined ? '' : more === undefined ? ' This question works:' : ' These questions work:'
  const reply = `${reason}${offer}${suggestions.map((question) => `\n- ${question}`).join('')}`
  return { planner: 'builtin', mode: 'decline', reply, suggestions, ...draft }
}
