import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { modelAnswers } from '../support/model-answers.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { type ScriptedModel, startScriptedModel } from '../support/scripted-model.ts'

/** Cells that occur only in the result. */
const QUERY =
  "SELECT 'canary ' || (id + 918273000) AS label, id + 645981000 AS figure FROM customers ORDER BY id LIMIT 9"

let platform: Platform
let model: ScriptedModel
/** Runs while a query is drafted. */
let meanwhile: () => Promise<unknown> = async () => undefined
beforeAll(async () => {
  const answers = modelAnswers([QUERY])
  model = await startScriptedModel((request) => ({ ...answers(request), after: meanwhile() }))
  const settings = { TABLETALK_MODEL: 'openai:scripted', OPENAI_API_KEY: 'k', OPENAI_BASE_URL: model.baseUrl }
  platform = await startPlatform({ env: settings })
})
afterAll(async () => {
  await platform.close()
  await model.close()
})

/** Asks a question; returns the answer and the cells that were sent to the model. */
const ask = async (message: string, more: object = {}) => {
  const before = model.requests.length
  const { status, body } = await platform.request('/api/v1/chat/message', { json: { message, ...more } })
  expect(status).toBe(200)
  const requests = model.requests.slice(before)
  const prompts = requests.map(({ body }) => JSON.stringify(body)).join('\n')
  const cells = body.data.results.flatMap((row: object) => Object.values(row)).map(String)
  expect(cells).toHaveLength(18)
  return { ...body.data, cells, sent: cells.filter((cell: string) => prompts.includes(cell)), calls: requests.length }
}

it('no row of a database with `rows: none` is sent to a model provider; the template words the answer', async () => {
  const { organizationId, databaseId } = platform.access
  const setRows = (rows: 'none' | null) => platform.app.store.databases.change({ organizationId }, databaseId, { rows })
  const usual = await ask('Which customers are there?')
  expect([usual.calls, usual.sent]).toEqual([2, usual.cells])

  meanwhile = () => setRows('none')
  const withheld = await ask('Which customers are there now?')
  expect([withheld.calls, withheld.sent]).toEqual([1, []])
  expect(withheld.message).toContain(withheld.cells[0])
  expect(withheld.message).not.toContain('Worded without')
  // Rows of earlier answers, from before the change, are not sent either.
  for (const { conversation_id } of [withheld, usual]) {
    const next = await ask('And which are there after that?', { conversation_id })
    expect([next.calls, next.sent]).toEqual([1, []])
  }

  meanwhile = async () => undefined
  await setRows(null)
  expect((await ask('Which customers are there then?')).calls).toBe(2)
})

it('no row of a table that has a column with values: none is sent to a model provider', async () => {
  const { organizationId, databaseId } = platform.access
  const { store } = platform.app
  const stored = await store.databases.find({ organizationId }, databaseId)
  if (stored === undefined) throw new Error('no demo')
  const { glossary } = stored
  const withoutValues = { table: 'customers', column: 'email', synonyms: [], values: 'none' } as const
  const others = glossary.columns.filter(({ table, column }) => table !== 'customers' || column !== 'email')
  const change = { glossary: { ...glossary, columns: [...others, withoutValues] } }
  await store.databases.change({ organizationId }, databaseId, change)
  const withheld = await ask('Which customers are there?')
  expect([withheld.calls, withheld.sent]).toEqual([1, []])
  await store.databases.change({ organizationId }, databaseId, { glossary })
  expect((await ask('Which customers are there?')).calls).toBe(2)
})
