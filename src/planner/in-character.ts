import type { Drafted } from '../ask/rules/draft.ts'
import type { Voice } from '../manage/personalities/rules/personality.ts'
import { plainText } from './model/plain-text.ts'
import type { ComposeRequest, Planner } from './planner.ts'

/**
 * Adds to what a planner says what a personality asks for word by word: its greeting, the facts of the technical style,
 * and silence on what is no question about the data. Drafts are made without it, so that no word of an organization
 * reaches whoever writes queries.
 */
export const inCharacter = (planner: Planner): Planner => ({
  name: planner.name,
  offline: planner.offline,
  async draft({ voice, ...request }) {
    const draft = await planner.draft(request)
    return voice === undefined ? draft : spoken(draft, voice, request.knowledge.view.databaseName)
  },
  async compose(request, emit) {
    const { voice } = request
    if (voice === undefined) return await planner.compose(request, emit)
    const opening = greetingOf(voice)
    const closing = voice.personality.style === 'TECHNICAL' ? factsOf(request) : ''
    if (opening !== '') await emit(opening)
    const composition = await planner.compose(request, emit)
    if (closing !== '') await emit(closing)
    return { ...composition, message: opening + composition.message + closing }
  },
})

/** A reply opens like any answer; small talk is none where only questions about the data are to be answered. */
const spoken = (draft: Drafted, voice: Voice, databaseName: string): Drafted => {
  if (draft.mode === 'query' || draft.mode === 'look' || draft.mode === 'accept') return draft
  const isSilenced = draft.mode === 'chat' && !voice.personality.qa
  const reply = isSilenced ? `I answer questions about the data in ${databaseName} only. Please ask one.` : draft.reply
  return { ...draft, reply: greetingOf(voice) + reply }
}

const greetingOf = ({ personality: { greeting, links }, isFirst }: Voice): string => {
  const text = isFirst ? (links ? greeting : plainText(greeting)).trim() : ''
  return text === '' ? '' : `${text}\n\n`
}

const factsOf = ({ result, tables }: ComposeRequest): string => {
  const rows = `${result.rowCount}${result.truncated ? ' or more' : ''}`
  const columns = result.columns.map(({ name }) => plainText(name)).slice(0, COLUMNS_MAX)
  const more = result.columns.length > columns.length ? ', …' : ''
  return `\n\nRows: ${rows}. Columns: ${columns.join(', ')}${more}. Tables: ${tables.join(', ')}. Query time: ${Math.ceil(result.executionTimeMs)} ms.`
}

const COLUMNS_MAX = 12
