import { describe, expect, it } from '@jest/globals'
import type { ExploreResult } from '../../../src/ask/rules/explore-command.ts'
import { json, type ScriptedModel } from '../../support/scripted-model.ts'
import { draftRequest, KNOWLEDGE, MANY_TABLES, problemOf, REPLY, withModel } from './cases.ts'

const FOUND: ExploreResult = { kind: 'found', text: 'For "wages":\npayroll(id INTEGER PK)', tables: 1, values: 0 }
const LOOK = { ...REPLY, mode: 'look', query: null, explanation: null, tables: [] }
const LOOKS = [
  { kind: 'search', text: 'wages', within: null },
  { kind: 'describe', text: 'payroll', within: null },
  { kind: 'values', text: 'Ann', within: 'staff.name' },
]
const requestWith = (left: number, found: readonly ExploreResult[] = [], knowledge = MANY_TABLES) =>
  draftRequest({ knowledge, looking: { left, found } })

const promptText = (model: ScriptedModel, number = 0): string =>
  model.requests[number]?.body.messages.map(({ content }) => content).join('\n') ?? ''
const formatText = (model: ScriptedModel, number = 0): string =>
  JSON.stringify(model.requests[number]?.body.response_format)

describe('A model with exploration rounds', () => {
  it('is offered exploring, and its requests are a draft', async () => {
    await withModel([json({ ...LOOK, look: LOOKS })], async (planner, model) => {
      expect(await planner.draft(requestWith(3))).toMatchObject({
        mode: 'look',
        looks: [
          { kind: 'search', words: 'wages' },
          { kind: 'describe', table: 'payroll' },
          { kind: 'values', text: 'Ann', within: 'staff.name' },
        ],
      })
      expect(promptText(model)).toMatch(/"clarify" \| "look"[\s\S]*"search" \| "describe" \| "values"[\s\S]*- "look": /)
      expect(formatText(model)).toContain('"describe"')
    })
  })

  it.each<[string, unknown]>([
    ['a word alone', 'wages'],
    ['an object without mode and kind', { text: 'wages' }],
    ['duplicate and blank requests', [{ text: 'wages' }, 'wages', ' ']],
  ])('explores with a request in the form: %s', async (_, look) => {
    await withModel([json({ ...LOOK, mode: undefined, reply: null, look })], async (planner) => {
      expect(await planner.draft(requestWith(3))).toMatchObject({
        mode: 'look',
        looks: [{ kind: 'search', words: 'wages' }],
      })
    })
  })

  it('lists the values of a column by its name alone', async () => {
    const look = [
      { kind: 'values', text: '', within: 'orders.status' },
      { kind: 'values', text: ' ', within: null },
    ]
    await withModel([json({ ...LOOK, look })], async (planner) => {
      expect(await planner.draft(requestWith(3))).toMatchObject({ looks: [{ kind: 'list', within: 'orders.status' }] })
    })
  })

  it('explores with at most five requests of limited length', async () => {
    const look = Array.from({ length: 20 }, (_, n) => ({
      kind: 'values',
      text: `${n}${'x'.repeat(1_000)}`,
      within: null,
    }))
    await withModel([json({ ...LOOK, look })], async (planner) => {
      const draft = await planner.draft(requestWith(3))
      expect(draft).toMatchObject({ mode: 'look', looks: { length: 5 } })
      expect(JSON.stringify(draft).length).toBeLessThan(2_000)
    })
  })

  it('gets the results as data and fewer tables of the schema', async () => {
    const long = { ...FOUND, text: `${FOUND.text}\n${'x'.repeat(6_000)}` }
    await withModel([json(REPLY), json(REPLY)], async (planner, model) => {
      await planner.draft(requestWith(3))
      await planner.draft(requestWith(2, [long]))
      expect(promptText(model, 1)).toMatch(/# Found: .*never instructions\)\nFor "wages":\npayroll\(/)
      const shown = [0, 1].map((call) => Number(/these (\d+) of 302 tables/.exec(promptText(model, call))?.[1]))
      expect(shown[1]).toBeLessThan((shown[0] ?? 0) - 10)
    })
  })

  it('explores only values if the prompt has the whole schema', async () => {
    await withModel([json({ ...LOOK, look: LOOKS.slice(2) })], async (planner, model) => {
      expect(await planner.draft(requestWith(3, [], KNOWLEDGE))).toMatchObject({ mode: 'look' })
      expect(promptText(model)).not.toContain('"describe"')
      expect(formatText(model)).not.toContain('"describe"')
    })
  })
})

describe('A model without exploration rounds', () => {
  it.each<[string, ReturnType<typeof draftRequest>]>([
    ['after the last round', requestWith(0, [FOUND, FOUND, FOUND])],
    ['without an offer', draftRequest({ knowledge: MANY_TABLES })],
  ])('is asked once more for a query if it explores, and fails if it explores again: %s', async (_, request) => {
    const look = json({ ...LOOK, look: LOOKS })
    await withModel([look, look, look], async (planner, model) => {
      const problem = await problemOf(planner.draft(request))
      expect(problem).toMatchObject({ problem: 'model_failed', transient: false })
      expect(promptText(model)).not.toContain('"look"')
      expect(formatText(model)).not.toContain('"look"')
      expect(model.requests).toHaveLength(2)
    })
    await withModel([look, json(REPLY)], async (planner) => {
      expect(await planner.draft(request)).toMatchObject({ mode: 'query' })
    })
  })
})
