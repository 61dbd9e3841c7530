import type { Question } from '../../../src/ask/rules/question.ts'
import { SYNCHRONOUS_TIMEOUTS } from '../../../src/ask/rules/time-limits.ts'
import { summaryOf, workflowIdOf } from '../../../src/ask/rules/turn.ts'

const question = (text: string): Question => ({
  turnId: 'turn',
  conversationId: 'conversation',
  startsConversation: true,
  sessionId: 'session',
  databaseId: 'database',
  databaseName: 'shops',
  text,
  askedAt: '2026-11-21T10:00:00.000Z',
  billedIn: '2026-11-01',
  patience: SYNCHRONOUS_TIMEOUTS,
  caller: { organizationId: 7, kind: 'organization', userId: 1, tenantId: '42', scopeId: 'ann' },
})

describe('Summary of a turn', () => {
  it('contains the database and the question on one line', () => {
    expect(summaryOf(question('  How many\n\torders?  '), false)).toBe('shops: How many orders?')
  })

  it('shows the first 60 characters of a question', () => {
    expect(summaryOf(question('a'.repeat(60)), false)).toBe(`shops: ${'a'.repeat(60)}`)
    expect(summaryOf(question(`${'a'.repeat(60)}b`), false)).toBe(`shops: ${'a'.repeat(60)}`)
  })

  it('never splits a character', () => {
    expect(summaryOf(question(`${'a'.repeat(59)}🧮`), false)).toBe(`shops: ${'a'.repeat(59)}`)
  })

  it('contains only ids if questions are redacted', () => {
    expect(summaryOf(question('salary of Ann'), true)).toBe('database turn')
  })
})

it('S69: a workflow id consists of organization, conversation and turn, in this order', () => {
  expect(workflowIdOf({ ...question('hello'), organizationId: 7 })).toBe('turn/7/conversation/turn')
})
