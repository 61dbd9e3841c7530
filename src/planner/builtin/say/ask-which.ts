import { askingReply } from '../../../ask/rules/asking-reply.ts'
import type { ReplyDraft } from '../../../ask/rules/draft.ts'
import type { Knowledge } from '../../../ask/rules/knowledge.ts'
import { catalogOf } from '../schema/index.ts'
import { choicesOf } from '../sentence/index.ts'
import type { Weighed } from '../weigh/index.ts'
import type { Heard } from './heard.ts'
import { quoted } from './quoted.ts'

/**
 * Which of several readings is meant. Asked word for word, each choice is answered by the reading that it says.
 *
 * @param between likeliest first
 * @returns null where none of them can be said
 */
export const askWhich = (
  planner: string,
  knowledge: Knowledge,
  between: readonly Weighed[],
  { unknown }: Pick<Heard, 'unknown'>,
): ReplyDraft | null => {
  const choices = choicesOf(catalogOf(knowledge.view), between).map(({ choice }) => choice)
  if (choices.length === 0) return null
  const confidence = Math.max(...between.map(({ probability }) => probability))
  return askingReply({ planner, confidence }, choices, unknown.length === 0 ? null : quoted(unknown))
}
