import type { GuardRules } from '../../../domain/guard/guard-rules.ts'
import { type Guarded, guardDraft as guardByRewriting } from '../../sql/guard/guard-draft.ts'
import type { Parse } from '../../sql/guard/parsed-texts.ts'
import type { RewriteRules } from '../../sql/guard/rewrite-rules.ts'
import { gateOf } from '../../sql/text/gated-text.ts'
import { LEXICON } from '../language/lexicon.ts'
import { FOLDING, quote } from '../language/names.ts'
import { PARSER_WORDS } from '../language/parser-words.ts'
import { proofWith } from '../verify/verify.ts'
import { GRAMMAR } from './grammar.ts'
import { filteredSelect } from './row-filter.ts'

export type { Guarded }

const GATE = gateOf(LEXICON, PARSER_WORDS)

/** SQLite, where errors on foreign rows are fenced off by the process that runs a query. */
export const REWRITE_RULES: RewriteRules = {
  engine: 'sqlite',
  title: 'SQLite',
  gate: GATE,
  opening: /^(SELECT|WITH)\b/i,
  grammar: GRAMMAR,
  withSeesLater: true,
  folding: () => FOLDING,
  quote,
  ownName: () => 'main',
  placeholders: (values) => (value) => {
    const known = values.indexOf(value)
    return `?${known >= 0 ? known + 1 : values.push(value)}`
  },
  filters: () => filteredSelect,
  proof: proofWith(GATE),
}

/** @throws Problem when there is no room to parse for this caller */
export const guardDraft = (draft: string, rules: GuardRules, parse: Parse): Promise<Guarded> =>
  guardByRewriting(draft, rules, parse, REWRITE_RULES)
