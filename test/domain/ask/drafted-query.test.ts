import type { QueryDraft } from '../../../src/ask/rules/draft.ts'
import { draftedQuery } from '../../../src/ask/rules/drafted-query.ts'

/** A draft from a workflow history recorded before there were several engines: it has no language. */
const RECORDED: QueryDraft = JSON.parse(`{"mode":"query","query":"SELECT 1","explanation":"One.",
  "planner":"builtin","assumptions":[],"confidence":1}`)

it('draftedQuery adds the language and dialect of the engine to a draft', () => {
  const sql = draftedQuery({ name: 'one', language: 'sql' }, RECORDED)
  expect(sql).toEqual({ language: 'sql', dialect: 'one', statement: 'SELECT 1' })
  const command = '{"find":"orders"}'
  const document = draftedQuery({ name: 'other', language: 'mongodb' }, { query: command })
  expect(document).toEqual({ language: 'mongodb', dialect: 'other', statement: command })
})
