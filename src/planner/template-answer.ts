import type { Composition } from '../ask/rules/answer.ts'
import type { ComposeRequest } from './planner.ts'
import { rowLinks } from './row-links.ts'
import { chunks, type RowsToPhrase, type Subject, styledRows } from './wording/index.ts'

/**
 * Words rows without a model, and emits them.
 *
 * @param subject what they are about, if the planner of the query provides it
 */
export const templateAnswer = async (
  { result, draft, voice }: Pick<ComposeRequest, 'result' | 'draft' | 'voice'>,
  subject: Subject | null,
  emit: (chunk: string) => Promise<void>,
  beside: Pick<RowsToPhrase, 'instead' | 'aside'> = {},
): Promise<Pick<Composition, 'message' | 'chart'>> => {
  const rows = {
    result,
    explanation: draft.explanation,
    subject,
    links: rowLinks(result, voice),
    ...beside,
  }
  const { message, chart } = styledRows(rows, voice?.personality.style)
  for (const chunk of chunks(message)) await emit(chunk)
  return chart === undefined ? { message } : { message, chart }
}
