import type { QueryDraft } from '../../../src/ask/rules/draft.ts'
import { draftedQuery } from '../../../src/ask/rules/drafted-query.ts'

/** As a history holds it that was recorded before any other engine was there: text, and no word about its language. */
const RECORDED: QueryDraft = JSON.parse(`{"mode":"query","query":"SELECT 1","explanation":"One.",
  "planner":"builtin","assumptions":[],"confidence":1}`)

it('a draft is text of the language and dialect of the engine that it was drafted for', () => {
  const sql = draftedQuery({ name: 'one', language: 'sql' }, RECORDED)
  expect(sql).toEqual({ language: 'sql', dialect: 'one', statement: 'SELECT 1' })
  const command = '{"find":"orders"}'
  const document = draftedQuery({ name: 'other', language: 'mongodb' }, { query: command })
  expect(document).toEqual({ language: 'mongodb', dialect: 'other', statement: command })
})
