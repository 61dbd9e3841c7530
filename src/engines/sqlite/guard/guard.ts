import type { GuardRules } from '../../../domain/guard/guard-rules.ts'
import type { SplicedDialect } from '../../spliced/guard/dialect.ts'
import { type Guarded, guardDraft as guardSpliced } from '../../spliced/guard/guard-draft.ts'
import type { Parse } from '../../spliced/guard/parsed-texts.ts'
import { gateOf } from '../../spliced/text/gated-text.ts'
import { GRAMMAR } from './grammar.ts'
import { LEXICON } from './lexicon.ts'
import { FOLDING, quote } from './names.ts'
import { PARSER_WORDS } from './parser-words.ts'
import { filteredSelect } from './row-filter.ts'
import { proofWith } from './verify-filter-forms.ts'

export type { Guarded }

const GATE = gateOf(LEXICON, PARSER_WORDS)

/** SQLite, where errors on foreign rows are fenced off by the process that runs a query. */
export const SPLICED: SplicedDialect = {
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
  guardSpliced(draft, rules, parse, SPLICED)
