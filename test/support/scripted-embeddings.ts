import type { ScriptedReply, ScriptedRequest } from './scripted-model.ts'

/** The texts that a call of `/embeddings` sent; none of another call. */
export const textsOf = ({ body: { input = [] } }: ScriptedRequest): readonly string[] => [input].flat().map(String)

/**
 * A model of meanings: words of one list point the same way, and texts without any of them a way of their
 * own. It counts a token for each word.
 */
export const scriptedEmbeddings =
  (concepts: readonly (readonly string[])[]) =>
  (request: ScriptedRequest): ScriptedReply => {
    const texts = textsOf(request)
    const data = texts.map((text, index) => ({ index, object: 'embedding', embedding: vectorOf(text, concepts) }))
    const tokens = texts.reduce((sum, text) => sum + text.split(' ').length, 0)
    return { body: JSON.stringify({ data, model: 'scripted', usage: { prompt_tokens: tokens, total_tokens: tokens } }) }
  }

const vectorOf = (text: string, concepts: readonly (readonly string[])[]): readonly number[] => {
  const said = text.toLowerCase()
  return [...concepts.map((words) => (words.some((word) => said.includes(word)) ? 1 : 0)), 0.01]
}
