import type { ReplyDraft } from '../../domain/ask/draft.ts'
import type { Knowledge } from '../../domain/ask/knowledge.ts'
import type { Reading } from './interpret.ts'
import { type OutOfReach, reasonOf } from './out-of-reach.ts'
import type { When } from './period.ts'
import { suggestQuestions } from './suggest.ts'

const quoted = (words: readonly string[]): string => words.map((word) => `“${word}”`).join(', ')

/** What of the question was understood: tables, columns, values and times. */
const understood = ({ items, unexplained }: Reading): string[] =>
  items
    .filter((item) => (item.link !== null && item.kind === 'link') || item.window !== null)
    .map((item) => item.text)
    .filter((text) => !unexplained.includes(text))

const missing = (reading: Reading): string => {
  if (reading.unexplained.length > 0) return `I do not know what ${quoted(reading.unexplained)} means here`
  return reading.doubt === null ? 'I am not sure what is asked' : `I am not sure about ${reading.doubt}`
}

/** Says what was understood, what was not, and what would work. */
export const decline = async (
  knowledge: Knowledge,
  reading: Reading,
  reach: OutOfReach | null,
  when: When,
): Promise<ReplyDraft> => {
  const known = understood(reading)
  const suggestions = await suggestQuestions(knowledge, when, {
    tables: reading.reader.mentionedTables(),
    windows: reading.items.flatMap((item) =>
      item.window?.from != null && item.window.from <= when.today ? [item.text] : [],
    ),
  })
  const reason = reach === null ? `${missing(reading)}, so I would rather not guess.` : reasonOf(reach)
  const heard = known.length === 0 ? '' : ` I understood ${quoted(known)}.`
  const offer = suggestions.length === 0 ? '' : ' These questions work:'
  return {
    planner: 'builtin',
    mode: 'decline',
    reply: `${reason}${heard}${offer}${suggestions.map((question) => `\n- ${question}`).join('')}`,
    suggestions,
    assumptions: known.map((text) => `understood: ${text}`),
    confidence: Math.min(reading.confidence, 0.5),
  }
}

/** Says that the question is longer than a question is, with questions that would work. */
export const declineLong = async (knowledge: Knowledge, when: When): Promise<ReplyDraft> => {
  const suggestions = await suggestQuestions(knowledge, when)
  return {
    planner: 'builtin',
    mode: 'decline',
    reply: `That is more than I can read at once: please ask in a sentence or two.${suggestions.map((question) => `\n- ${question}`).join('')}`,
    suggestions,
    assumptions: [],
    confidence: 0,
  }
}
