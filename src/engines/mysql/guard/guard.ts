import type { GuardRules } from '../../../guard/guard-rules.ts'
import { type GuardedDraft, guardDraft as guardByRewriting } from '../../sql/guard/guard-draft.ts'
import type { Parse } from '../../sql/guard/parsed-texts.ts'
import type { RewriteRules } from '../../sql/guard/rewrite-rules.ts'
import { GATE } from '../language/gate.ts'
import { foldingOf, quote } from '../language/names.ts'
import { verify } from '../verify/verify.ts'
import { refuseBareSubSelects } from './bare-sub-selects.ts'
import { keysMayFail } from './early-keys.ts'
import { limitWork } from './effort/limit-work.ts'
import { GRAMMAR } from './grammar.ts'
import { mayFail } from './may-fail.ts'
import { mayTruncate } from './may-truncate.ts'
import { filteredSelect } from './row-filter.ts'

export type { GuardedDraft }

/**
 * MySQL and MariaDB, under the pinned `sql_mode`: backslashes escape, double quotes hold texts, `||` means OR. No
 * accepted draft depends on it.
 *
 * The server may merge tables with a tenant column, so that their indexes stay usable, unless something in the query
 * could fail on a row of another tenant (`may-fail.ts`) or its result could be truncated (`may-truncate.ts`). The filter of
 * a `via` table is a join, which the server may reorder: such a table is also fenced if sort or group keys could fail
 * (`early-keys.ts`).
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
    const mustFence = mayTruncate(tree, schema) || mayFail(tree)
    const mustFenceChildren = mustFence || keysMayFail(tree)
    return (access, placeholder) =>
      filteredSelect(
        access,
        placeholder,
        access.rules.some(({ kind }) => kind === 'parent') ? mustFenceChildren : mustFence,
      )
  },
  limitWork(tree, schema) {
    refuseBareSubSelects(tree)
    limitWork(tree, schema)
  },
  verify,
}

/** @throws Problem when no parser is free for this caller */
export const guardDraft = (draft: string, rules: GuardRules, parse: Parse): Promise<GuardedDraft> =>
  guardByRewriting(draft, rules, parse, REWRITE_RULES)
