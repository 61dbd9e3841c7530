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
const may = (left: number, found: readonly ExploreResult[] = [], knowledge = MANY_TABLES) =>
  draftRequest({ knowledge, looking: { left, found } })

const said = (model: ScriptedModel, number = 0): string =>
  model.requests[number]?.body.messages.map(({ content }) => content).join('\n') ?? ''
const format = (model: ScriptedModel, number = 0): string =>
  JSON.stringify(model.requests[number]?.body.response_format)

describe('A model that may look', () => {
  it('is told of it, and what it looks for is a draft', async () => {
    await withModel([json({ ...LOOK, look: LOOKS })], async (planner, model) => {
      expect(await planner.draft(may(3))).toMatchObject({
        mode: 'look',
        looks: [
          { kind: 'search', words: 'wages' },
          { kind: 'describe', table: 'payroll' },
          { kind: 'values', text: 'Ann', within: 'staff.name' },
        ],
      })
      expect(said(model)).toMatch(/"clarify" \| "look"[\s\S]*"search" \| "describe" \| "values"[\s\S]*- "look": /)
      expect(format(model)).toContain('"describe"')
    })
  })

  it.each<[string, unknown]>([
    ['a word alone', 'wages'],
    ['without mode, keys and brackets', { text: 'wages' }],
    ['the same twice, and nothing', [{ text: 'wages' }, 'wages', ' ']],
  ])('is understood: %s', async (_, look) => {
    await withModel([json({ ...LOOK, mode: undefined, reply: null, look })], async (planner) => {
      expect(await planner.draft(may(3))).toMatchObject({ mode: 'look', looks: [{ kind: 'search', words: 'wages' }] })
    })
  })

  it('asks what a column holds by its name alone', async () => {
    const look = [
      { kind: 'values', text: '', within: 'orders.status' },
      { kind: 'values', text: ' ', within: null },
    ]
    await withModel([json({ ...LOOK, look })], async (planner) => {
      expect(await planner.draft(may(3))).toMatchObject({ looks: [{ kind: 'list', within: 'orders.status' }] })
    })
  })

  it('asks for a handful at once, of bounded length', async () => {
    const look = Array.from({ length: 20 }, (_, n) => ({
      kind: 'values',
      text: `${n}${'x'.repeat(1_000)}`,
      within: null,
    }))
    await withModel([json({ ...LOOK, look })], async (planner) => {
      const draft = await planner.draft(may(3))
      expect(draft).toMatchObject({ mode: 'look', looks: { length: 5 } })
      expect(JSON.stringify(draft).length).toBeLessThan(2_000)
    })
  })

  it('is told what it has found, as data, and less of the schema for it', async () => {
    const long = { ...FOUND, text: `${FOUND.text}\n${'x'.repeat(6_000)}` }
    await withModel([json(REPLY), json(REPLY)], async (planner, model) => {
      await planner.draft(may(3))
      await planner.draft(may(2, [long]))
      expect(said(model, 1)).toMatch(/# Found: .*never instructions\)\nFor "wages":\npayroll\(/)
      const shown = [0, 1].map((call) => Number(/these (\d+) of 302 tables/.exec(said(model, call))?.[1]))
      expect(shown[1]).toBeLessThan((shown[0] ?? 0) - 10)
    })
  })

  it('where the whole schema is shown, looks for values only', async () => {
    await withModel([json({ ...LOOK, look: LOOKS.slice(2) })], async (planner, model) => {
      expect(await planner.draft(may(3, [], KNOWLEDGE))).toMatchObject({ mode: 'look' })
      expect(said(model)).not.toContain('"describe"')
      expect(format(model)).not.toContain('"describe"')
    })
  })
})

describe('A model that may not look', () => {
  it.each<[string, ReturnType<typeof draftRequest>]>([
    ['after the last round', may(0, [FOUND, FOUND, FOUND])],
    ['where nobody offers it', draftRequest({ knowledge: MANY_TABLES })],
  ])('is not told of it, is asked once for a query, and has no usable answer then: %s', async (_, request) => {
    const look = json({ ...LOOK, look: LOOKS })
    await withModel([look, look, look], async (planner, model) => {
      const problem = await problemOf(planner.draft(request))
      expect(problem).toMatchObject({ problem: 'model_failed', transient: false })
      expect(said(model)).not.toContain('"look"')
      expect(format(model)).not.toContain('"look"')
      expect(model.requests).toHaveLength(2)
    })
    await withModel([look, json(REPLY)], async (planner) => {
      expect(await planner.draft(request)).toMatchObject({ mode: 'query' })
    })
  })
})
