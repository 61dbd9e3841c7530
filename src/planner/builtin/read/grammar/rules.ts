import { aggregateRules } from './aggregate-rules.ts'
import { conditionRules } from './condition-rules.ts'
import { nounRules } from './noun-rules.ts'
import { orderRules } from './order-rules.ts'
import type { Sentence } from './phrases.ts'
import type { Found, State } from './state.ts'

/** What may stand where a state stands. */
export type Rule = (sentence: Sentence, state: State) => readonly Found[]

const RULES: readonly Rule[] = [...nounRules, ...aggregateRules, ...conditionRules, ...orderRules]

/** All phrases that may begin where a state stands. */
export const phrasesAt = (sentence: Sentence, state: State): readonly Found[] =>
  RULES.flatMap((rule) => rule(sentence, state))
