import type { Choice } from '../../../domain/ask/choice.ts'
import type { QueryTree } from '../query/index.ts'
import type { Catalog } from '../schema/index.ts'
import { labelOf, sentenceOf } from '../sentence/index.ts'

/** How readings are offered, in their order: those that can be said, each once. */
export const choicesOf = <Reading extends { readonly tree: QueryTree }>(
  catalog: Catalog,
  readings: readonly Reading[],
): readonly { readonly reading: Reading; readonly choice: Choice }[] => {
  const said = new Map<string, Reading>()
  for (const reading of readings) {
    const sentence = sentenceOf(catalog, reading.tree)
    if (sentence !== null && !said.has(sentence)) said.set(sentence, reading)
  }
  const all = [...said.keys()]
  return [...said].map(([question, reading]) => ({ reading, choice: { label: labelOf(question, all), question } }))
}
