import type { ReplyDraft } from '../../../ask/rules/draft.ts'
import type { Knowledge } from '../../../ask/rules/knowledge.ts'
import { quoted } from './quoted.ts'
import { NO_CONTEXT, type SuggestionContext, suggestQuestions } from './suggest.ts'
import { reasonOf, type UnanswerableKind } from './unanswerable.ts'
import type { UnderstoodWords } from './understood-words.ts'
import { isProbablyName } from './unknown-name.ts'

const missing = ({ unknown }: UnderstoodWords): string =>
  unknown.length === 0
    ? 'I am not sure what is asked'
    : `I do not know what ${quoted(unknown)} ${unknown.length === 1 ? 'means' : 'mean'} here`

/** Facts about a declined message, beside its reading. */
interface DeclineContext {
  readonly reach: UnanswerableKind | null
  /** The questions of the conversation, with the current one last. */
  readonly asked: readonly string[]
}

/** Messages of these kinds contain no question, even if they use words of the data. */
const UNREAD: ReadonlySet<UnanswerableKind> = new Set<UnanswerableKind>(['language', 'instruction', 'several'])

/** States what was understood, what was not, and which questions work. */
export const decline = async (
  knowledge: Knowledge,
  heard: UnderstoodWords,
  { reach, asked }: DeclineContext,
): Promise<ReplyDraft> => {
  const known = reach !== null && UNREAD.has(reach) ? [] : heard.known
  const near = reach === 'language' ? NO_CONTEXT : heard.near
  const reason = reach === null ? `${missing(heard)}, so I would rather not guess.` : reasonOf(reach)
  const said = known.length === 0 ? '' : ` I understood ${quoted(known)}.`
  const account = reach === null && isProbablyName(asked.at(-1) ?? '', heard.unknown) ? ` ${reasonOf('others')}` : ''
  return declined(knowledge, `${reason}${account}${said}`, {
    occasion: { asked, near },
    assumptions: known.map((text) => `understood: ${text}`),
    confidence: 0,
  })
}

/** States that the message is too long for a question, and which questions work. */
export const declineLong = (knowledge: Knowledge): Promise<ReplyDraft> =>
  declined(knowledge, 'That is more than I can read at once: please ask in a sentence or two.', {
    occasion: { asked: [], near: NO_CONTEXT },
    assumptions: [],
    confidence: 0,
  })

interface About extends Pick<ReplyDraft, 'assumptions' | 'confidence'> {
  readonly occasion: SuggestionContext
}

const declined = async (knowledge: Knowledge, reason: string, { occasion, ...draft }: About): Promise<ReplyDraft> => {
  const suggestions = await suggestQuestions(knowledge, occasion)
  const [only, more] = suggestions
  const offer = only === undefined ? '' : more === undefined ? ' This question works:' : ' These questions work:'
  const reply = `${reason}${offer}${suggestions.map((question) => `\n- ${question}`).join('')}`
  return { planner: 'builtin', mode: 'decline', reply, suggestions, ...draft }
}
