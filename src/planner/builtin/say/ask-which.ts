import { askingReply } from '../../../ask/rules/asking-reply.ts'
import type { ReplyDraft } from '../../../ask/rules/draft.ts'
import type { Knowledge } from '../../../ask/rules/knowledge.ts'
import { catalogOf } from '../schema/index.ts'
import { choicesOf } from '../sentence/index.ts'
import type { WeighedQuery } from '../weigh/index.ts'
import { quoted } from './quoted.ts'
import type { UnderstoodWords } from './understood-words.ts'

/**
 * Asks which of several readings is meant. Each choice, asked word for word, is answered by its reading.
 *
 * @param between most likely first
 * @returns null if none of them can be phrased
 */
export const askWhich = (
  planner: string,
  knowledge: Knowledge,
  between: readonly WeighedQuery[],
  { unknown }: Pick<UnderstoodWords, 'unknown'>,
): ReplyDraft | null => {
  const choices = choicesOf(catalogOf(knowledge.view), between).map(({ choice }) => choice)
  if (choices.length === 0) return null
  const confidence = Math.max(...between.map(({ probability }) => probability))
  return askingReply({ planner, confidence }, choices, unknown.length === 0 ? null : quoted(unknown))
}
