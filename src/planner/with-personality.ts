import type { PlannerOutput } from '../ask/rules/draft.ts'
import type { TurnPersonality } from '../manage/personalities/rules/personality.ts'
import { plainText } from './model/plain-text.ts'
import type { ComposeRequest, Planner } from './planner.ts'

/**
 * Adds to replies what a personality specifies literally: its greeting, the facts of the technical style, and no answer
 * to anything but questions about the data. Drafts are made without it, so that no text of an organization reaches the
 * model that writes queries.
 */
export const withPersonality = (planner: Planner): Planner => ({
  name: planner.name,
  offline: planner.offline,
  async draft({ voice, ...request }) {
    const draft = await planner.draft(request)
    return voice === undefined ? draft : withGreeting(draft, voice, request.knowledge.view.databaseName)
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

/** A reply gets the greeting like any answer; with small talk disabled, small talk is declined. */
const withGreeting = (draft: PlannerOutput, voice: TurnPersonality, databaseName: string): PlannerOutput => {
  if (draft.mode === 'query' || draft.mode === 'look' || draft.mode === 'accept') return draft
  const isDeclined = draft.mode === 'chat' && !voice.personality.qa
  const reply = isDeclined ? `I answer questions about the data in ${databaseName} only. Please ask one.` : draft.reply
  return { ...draft, reply: greetingOf(voice) + reply }
}

const greetingOf = ({ personality: { greeting, links }, isFirst }: TurnPersonality): string => {
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
