import { json, type ScriptedReply, type ScriptedRequest } from './scripted-model.ts'

/** A model that drafts these queries one after the other, and words every result with `wording`. */
export const modelAnswers = (
  queries: readonly string[],
  wording = 'Here is what the data says.',
): ((request: ScriptedRequest) => ScriptedReply) => {
  let drafts = 0
  return ({ body }) => {
    if (body.response_format === undefined) return { text: wording }
    const query = queries[Math.min(drafts++, queries.length - 1)] ?? ''
    return json({
      mode: 'query',
      query,
      explanation: 'Counts the rows that were asked for.',
      reply: null,
      assumptions: [],
      suggestions: [],
      confidence: 0.9,
      tables: [],
      clarification: null,
    })
  }
}

/** What a model sends that looks for these first. */
export const lookFor = (
  ...look: readonly { readonly kind: string; readonly text: string; readonly within: string | null }[]
): ScriptedReply =>
  json({
    mode: 'look',
    query: null,
    explanation: null,
    reply: null,
    assumptions: [],
    suggestions: [],
    confidence: 0.2,
    tables: [],
    look,
  })

/** The same as `modelAnswers`, by a model that looks once before it writes the first of them. */
export const lookingOnce = (queries: readonly string[]): ((request: ScriptedRequest) => ScriptedReply) => {
  const answers = modelAnswers(queries)
  let looked = false
  return (request) => {
    if (looked) return answers(request)
    looked = true
    return lookFor({ kind: 'values', text: 'Acme', within: null })
  }
}
