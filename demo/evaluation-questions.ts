import { type DemoQuestion, demoQuestions, goldsOf } from './questions.ts'

/** Figures, lists, several tables, periods, follow-ups, small talk, and what the data lacks: of each sort some. */
const CHOSEN = [
  ...['m001', 'm002', 'm141', 'm004', 'm006', 'm007', 'm144', 'm013', 'm018', 'm025', 'm033', 'm041', 'm052'],
  ...['m060', 'm064', 'm147', 'm068', 'm083', 'm091', 'm099', 'm107', 'm113', 'm153', 'm123', 'm157', 'm161'],
  ...['m166', 'm169', 'm174'],
]

/** A question as `tabletalk eval` takes it. */
export type EvaluationLine = {
  readonly id: string
  readonly question: string
  readonly after?: string
  readonly tags: readonly string[]
} & ({ readonly gold: string | readonly string[] } | { readonly expect: 'chat' | 'decline' })

/**
 * Some of the demo's questions, as `demo/eval.jsonl` holds them (`npm run record:eval` writes it): of those that name no
 * year and no shop, so that they stay true. What one of them follows up stands before it. Of their tags
 * each has the one that says most of it.
 */
export const evaluationLines = (): readonly EvaluationLine[] => {
  const all = new Map(demoQuestions('main', new Date(0)).map((question) => [question.id, question]))
  const asked = new Map<string, string>()
  return CHOSEN.flatMap((id) => {
    const question = all.get(id)
    if (question === undefined) return []
    const line = lineOf(question, asked)
    asked.set(question.question, id)
    return [line]
  })
}

/** @param asked ids of those before it, by their text */
const lineOf = (question: DemoQuestion, asked: ReadonlyMap<string, string>): EvaluationLine => {
  const { id, question: text, after: earlier = [], tags } = question
  const after = asked.get(earlier.at(-1) ?? '')
  const line = { id, question: text, ...(after === undefined ? {} : { after }), tags: tags.slice(0, 1) }
  if (question.kind !== 'query') return { ...line, expect: question.kind }
  const [only, another] = goldsOf(question)
  return { ...line, gold: only !== undefined && another === undefined ? only : goldsOf(question) }
}
