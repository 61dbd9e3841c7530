import type { GuardRules } from '../../../guard/guard-rules.ts'
import { type GuardedDraft, guardDraft as guardByRewriting } from '../../sql/guard/guard-draft.ts'
import type { Parse } from '../../sql/guard/parsed-texts.ts'
import type { RewriteRules } from '../../sql/guard/rewrite-rules.ts'
import { GATE } from '../language/gate.ts'
import { FOLDING, quote } from '../language/names.ts'
import { verify } from '../verify/verify.ts'
import { GRAMMAR } from './grammar.ts'
import { filteredSelect } from './row-filter.ts'

export type { GuardedDraft }

/** SQLite: the process that runs a query enforces its fences. */
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
  verify,
}

/** @throws Problem when no parser is free for this caller */
export const guardDraft = (draft: string, rules: GuardRules, parse: Parse): Promise<GuardedDraft> =>
  guardByRewriting(draft, rules, parse, REWRITE_RULES)
