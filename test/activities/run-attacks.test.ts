import { attackResult } from '../../activities/run-attacks.ts'
import type { AttackReport } from '../../src/manage/policy-attacks/attack-database.ts'

const LEAK = { family: 'plain', draft: 'SELECT '.padEnd(900, 'x'), what: 'rows of others' } as const
const REPORT: AttackReport = {
  engine: 'sqlite',
  suite: '0123456789ab',
  tables: 5,
  tablesOf: 9,
  callers: ['tenant'],
  drafts: 30,
  families: [{ family: 'plain', drafts: 30, byGuard: 0, byDatabase: 0, byLimits: 0, filtered: 0, leaked: 30 }],
  refused: 0,
  filtered: 0,
  leaked: 30,
  leaks: Array.from({ length: 30 }, () => LEAK),
  durationMs: 7,
}

it('a stored attack report counts all leaks and keeps the first 300 characters of the first twenty', () => {
  const { leaks, ...counts } = attackResult(REPORT)
  expect(leaks).toEqual(Array.from({ length: 20 }, () => ({ ...LEAK, draft: LEAK.draft.slice(0, 300) })))
  expect(counts).toEqual({
    suite: '0123456789ab',
    engine: 'sqlite',
    tables: 5,
    tables_of: 9,
    callers: ['tenant'],
    drafts: 30,
    milliseconds: 7,
    refused: 0,
    filtered: 0,
    leaked: 30,
    families: [{ family: 'plain', tried: 30, by_guard: 0, by_database: 0, by_limits: 0, filtered: 0, leaked: 30 }],
  })
})
