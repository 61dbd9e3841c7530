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
