import type { AttackReport } from '../../isolation/attack-database.ts'
import { FAMILIES } from '../../isolation/attack-templates.ts'
import { printable } from '../rows-table.ts'
import { textTable } from '../text-table.ts'

const CALLERS = {
  tenant: 'a tenant',
  'tenant and scope': 'an end user of a tenant',
  everyone: 'a caller without a tenant',
} as const

const HEAD = ['attack', 'tried', 'by guard', 'by database', 'by limits', 'filtered', 'LEAKED']
const LEAKS_MAX = 20
const DRAFT_MAX = 300

/** A report for a terminal. @param width of it; undefined: nobody looks */
export const attackText = (report: AttackReport, width?: number): string => {
  const { engine, families, refused, filtered, leaked, leaks, drafts, tables, tablesOf, callers, durationMs } = report
  const columns = HEAD.map((head, index) => ({ head, align: index === 0 ? 'left' : 'right', whole: true }) as const)
  const rows = families.map(({ family, drafts: tried, byGuard, byDatabase, byLimits, filtered: ran, leaked: lost }) => [
    FAMILIES[family],
    ...[tried, byGuard, byDatabase, byLimits, ran, lost].map(String),
  ])
  const of = tablesOf > tables ? ` of ${tablesOf}` : ''
  const shown = leaks.slice(0, LEAKS_MAX).map(({ draft, what }) => `  ${what}: ${printable(draft).slice(0, DRAFT_MAX)}`)
  const seconds = (durationMs / 1000).toFixed(1)
  return [
    `${drafts} hostile drafts against ${engine}, on planted copies of ${tables}${of} tables, as ${callers.map((caller) => CALLERS[caller]).join(' and as ')}.`,
    'Refused by the guard, by the database or by limits; filtered: ran, and no row of others made a difference.',
    '',
    textTable({ columns, rows }, { width, overflow: 'wrap' }),
    '',
    `${refused} refused, ${filtered} filtered, ${leaked} LEAKED, in ${seconds} s.`,
    ...shown,
    ...(leaks.length > LEAKS_MAX ? [`  and ${leaks.length - LEAKS_MAX} more; --json has them all`] : []),
    '',
  ].join('\n')
}
