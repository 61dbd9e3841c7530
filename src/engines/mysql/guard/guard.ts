import type { GuardRules } from '../../../guard/guard-rules.ts'
import { type Guarded, guardDraft as guardByRewriting } from '../../sql/guard/guard-draft.ts'
import type { Parse } from '../../sql/guard/parsed-texts.ts'
import type { RewriteRules } from '../../sql/guard/rewrite-rules.ts'
import { GATE } from '../language/gate.ts'
import { foldingOf, quote } from '../language/names.ts'
import { verify } from '../verify/verify.ts'
import { refuseBareSubSelects } from './bare-sub-selects.ts'
import { keysMayFail } from './early-keys.ts'
import { limitWork } from './effort/limit-work.ts'
import { GRAMMAR } from './grammar.ts'
import { mayCut } from './may-cut.ts'
import { mayFail } from './may-fail.ts'
import { filteredSelect } from './row-filter.ts'

export type { Guarded }

/**
 * MySQL and MariaDB, under the `sql_mode` that sessions are pinned to: backslashes escape, double quotes hold texts,
 * `||` means OR. No draft that passes depends on it.
 *
 * Tables with a tenant of their own are left to the server to merge, so that indexes serve as they would without the
 * guard, unless something in the query could fail on a foreign row (`may-fail.ts`), or its result be cut short
 * (`may-cut.ts`). The filter of a table that is seen
 * through a parent is a join, which a server runs in whatever order it likes: such a table is fenced also where what
 * rows are sorted or grouped by could fail (`early-keys.ts`).
 */
export const REWRITE_RULES: RewriteRules = {
  engine: 'mysql',
  title: 'MySQL',
  gate: GATE,
  opening: /^(?:SELECT\b|WITH\b|\()/i,
  grammar: GRAMMAR,
  withSeesLater: false,
  folding: foldingOf,
  quote,
  ownName: ({ database }) => database,
  placeholders: (values) => (value) => {
    values.push(value)
    return '?'
  },
  filters(tree, schema) {
    const failing = mayCut(tree, schema) || mayFail(tree)
    const early = failing || keysMayFail(tree)
    return (access, placeholder) =>
      filteredSelect(access, placeholder, access.rules.some(({ kind }) => kind === 'parent') ? early : failing)
  },
  limitWork(tree, schema) {
    refuseBareSubSelects(tree)
    limitWork(tree, schema)
  },
  verify,
}

/** @throws Problem when there is no room to parse for this caller */
export const guardDraft = (draft: string, rules: GuardRules, parse: Parse): Promise<Guarded> =>
  guardByRewriting(draft, rules, parse, REWRITE_RULES)
