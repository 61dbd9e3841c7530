import type { ReplyDraft } from '../../../domain/ask/draft.ts'
import type { Knowledge } from '../../../domain/ask/knowledge.ts'
import { catalogOf } from '../schema/index.ts'
import { decisionOn, gist, type Weighed } from '../weigh/index.ts'
import type { When } from '../words/index.ts'
import { explain, subjectOf } from './describe/index.ts'

/**
 * Which of several readings is meant.
 *
 * @returns null where one of them cannot be said as a question that would be answered by that very reading
 */
export const askWhich = async (
  planner: string,
  knowledge: Knowledge,
  between: readonly Weighed[],
  when: When,
): Promise<ReplyDraft | null> => {
  const catalog = catalogOf(knowledge.view)
  const suggestions: string[] = []
  for (const { tree } of between) {
    const said = explain(subjectOf(catalog, tree, tree, { question: '', today: when.today })).replace(/\.$/, '')
    const again = await decisionOn(knowledge, said, when)
    if (again.kind === 'answer' && gist(again.answer.tree) === gist(tree)) suggestions.push(said)
  }
  if (new Set(suggestions).size < between.length) return null
  return {
    planner,
    mode: 'clarify',
    reply: `That can be read in two ways. Which one do you mean?${suggestions.map((one) => `\n- ${one}`).join('')}`,
    suggestions,
    assumptions: [],
    confidence: Math.max(...between.map(({ probability }) => probability)),
  }
}
