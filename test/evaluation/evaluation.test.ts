import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { DEMO } from '../../demo/organization.ts'
import type { EvaluatedQuestion, ExpectedResult } from '../../src/manage/evaluation/rules/evaluated-question.ts'
import { type EvaluationInput, evaluationWorkflowId } from '../../src/manage/evaluation/rules/evaluation-input.ts'
import type { Trial } from '../../src/manage/evaluation/rules/trial.ts'
import { temporalEvaluations } from '../../src/temporal/evaluations.ts'
import { Forked } from '../support/forked.ts'
import { lookingOnce, modelAnswers } from '../support/model-answers.ts'
import { type Platform, type PlatformOptions, startPlatform } from '../support/platform.ts'
import { type Script, startScriptedModel } from '../support/scripted-model.ts'

const LIMITS = { questionMs: 30_000, queryMs: 10_000 }

let platform: Platform
beforeAll(async () => {
  platform = await startPlatform()
})
afterAll(() => platform.close())

const evaluationsOn = ({
  app: {
    temporal: { client: temporal },
    config,
  },
}: Platform) => temporalEvaluations(temporal, config.temporal.taskQueue)

const rows = (...golds: string[]): ExpectedResult => ({ kind: 'rows', golds })
const question = (
  text: string,
  expected: ExpectedResult,
  more: Partial<EvaluatedQuestion> = {},
): EvaluatedQuestion => ({
  id: text,
  text,
  expected,
  tenantId: '1',
  tags: [],
  ...more,
})

const prepared = async (
  questions: readonly EvaluatedQuestion[],
  more: Partial<EvaluationInput> = {},
  on = platform,
): Promise<EvaluationInput> => {
  const { organizationId } = on.access
  const input = {
    organizationId,
    databaseId: DEMO.database.id,
    evaluationId: randomUUID(),
    questions: questions.length,
    repeat: 1,
    limits: LIMITS,
    trialsPerHistory: 100,
    ...more,
  }
  await on.app.store.evaluations.put(input, input.databaseId, questions)
  return input
}

const trialsOf = async (
  input: EvaluationInput,
  run: string,
  { app }: Platform,
): Promise<readonly (readonly Trial[])[]> => {
  const trials: (readonly Trial[])[] = []
  for await (const tried of app.store.evaluations.triedQuestions(input, run, input.questions)) trials.push(tried.trials)
  return trials
}

const ended = async (input: EvaluationInput, on = platform) => {
  const progress = await evaluationsOn(on).result(input, new AbortController().signal)
  if (progress === undefined) throw new Error('it was stopped')
  return { input, progress, trials: await trialsOf(input, progress.run, on) }
}

const evaluate = async (
  questions: readonly EvaluatedQuestion[],
  more: Partial<EvaluationInput> = {},
  on = platform,
) => {
  const input = await prepared(questions, more, on)
  await evaluationsOn(on).start(input, 'a test')
  return await ended(input, on)
}

const CUSTOMERS = rows('SELECT COUNT(*) FROM customers')

const withModel = async (script: Script, options: Pick<PlatformOptions, 'worker'> = {}) => {
  const model = await startScriptedModel(script)
  const env = {
    TABLETALK_MODEL: 'openai:scripted',
    OPENAI_API_KEY: 'none',
    OPENAI_BASE_URL: model.baseUrl,
    TABLETALK_MODEL_PRICES: 'openai:scripted=2/2/3',
  }
  const other = await startPlatform({ ...options, env })
  const close = async () => {
    await other.close()
    await model.close()
  }
  return { model, other, close }
}

describe('an evaluation', () => {
  it('marks answers as right, declined, wrong or failed, and stores both results of wrong ones', async () => {
    const { progress, trials } = await evaluate([
      question('How many customers do we have?', rows('SELECT COUNT(*) FROM customers')),
      question('How many customers do we have?', rows('SELECT 4711')),
      question('How many unicorns do we have?', rows('SELECT 1')),
      question('How many unicorns do we have?', { kind: 'decline' }),
      question('hello', { kind: 'chat' }),
      question('How many customers do we have?', { kind: 'decline' }),
      question('How many customers do we have?', rows('DELETE FROM customers')),
    ])
    const verdicts = trials.map(([trial]) => trial?.verdict)
    expect(verdicts).toEqual(['right', 'wrong', 'declined', 'right', 'right', 'wrong', 'failed'])
    expect(progress.verdicts).toEqual({ right: 3, wrong: 2, declined: 1, failed: 1 })
    expect(trials[1]?.[0]).toMatchObject({ found: { rowCount: 1 }, gold: { rows: [{ '4711': 4711 }] } })
    expect(trials[6]?.[0]?.message).toContain('Its gold query was refused by the guard')
  })

  it('distinguishes the fewest from the most if a gold query orders by an ordinal', async () => {
    const byStatus = 'SELECT status, COUNT(*) FROM orders GROUP BY status'
    const asked = 'Which status has the most orders?'
    const { trials } = await evaluate([
      question(asked, rows(`${byStatus} ORDER BY 2 DESC LIMIT 1`)),
      question(asked, rows(`${byStatus} order by 2 limit 1`)),
      question(asked, rows(`${byStatus} ORDER BY 1+0 LIMIT 1`, `${byStatus} ORDER BY (2) ASC LIMIT 1`)),
    ])
    expect(trials.map(([trial]) => trial?.verdict)).toEqual(['right', 'wrong', 'wrong'])
  })

  it('asks follow-ups in one conversation per repetition, also across continue-as-new', async () => {
    const { input, progress, trials } = await evaluate(
      [
        question('How many orders are there?', rows('SELECT COUNT(*) FROM orders')),
        question('And by status?', rows('SELECT status, COUNT(*) FROM orders GROUP BY status'), { after: 0 }),
        question('hello', { kind: 'chat' }),
      ],
      { repeat: 2, trialsPerHistory: 2 },
    )
    expect(trials.map((tried) => tried.map(({ verdict }) => verdict))).toEqual(Array(3).fill(['right', 'right']))
    expect(progress.done).toBe(6)
    const handle = platform.app.temporal.client.workflow.getHandle(evaluationWorkflowId(input))
    const { runId, historyLength } = await handle.describe()
    expect(runId).not.toBe(progress.run)
    expect(historyLength).toBeLessThan(20)
  })

  it('writes no text of questions or queries to the workflow history, and nothing to conversations', async () => {
    const text = 'How many customers do we have?'
    const { input } = await evaluate([question(text, rows('SELECT COUNT(*) FROM customers'))])
    const { app } = platform
    const history = await app.temporal.client.workflow.getHandle(evaluationWorkflowId(input)).fetchHistory()
    const payloads = (history.events ?? []).flatMap((event) => [
      ...(event.activityTaskCompletedEventAttributes?.result?.payloads ?? []),
      ...(event.activityTaskScheduledEventAttributes?.input?.payloads ?? []),
      ...(event.workflowExecutionStartedEventAttributes?.input?.payloads ?? []),
      ...(event.workflowExecutionCompletedEventAttributes?.result?.payloads ?? []),
    ])
    const [codec] = app.temporal.dataConverter.payloadCodecs ?? []
    const decoded = (await codec?.decode(payloads))?.map(({ data }) => Buffer.from(data ?? []).toString()) ?? []
    expect(decoded).toContain('{"verdict":"right"}')
    expect(decoded.join('')).not.toMatch(/customers/)
    const asked = await platform.request('/api/v1/chat/history', { headers: { 'X-Scope-Id': 'default' } })
    expect(asked.body.data.messages).toEqual([])
  })

  it('limits each question and each of its gold queries to the rows of its tenant', async () => {
    const everyShop = rows('SELECT DISTINCT shop_id FROM customers')
    const { trials } = await evaluate([
      question('How many unicorns do we have?', everyShop, { tenantId: '2' }),
      question('How many customers do we have?', everyShop, { tenantId: '2' }),
      question('How many customers do we have?', rows('SELECT COUNT(*) FROM customers WHERE shop_id <> 2 OR 1 = 1'), {
        tenantId: '2',
      }),
      question('How many customers do we have?', rows('SELECT COUNT(*) FROM platform_audit'), { tenantId: '2' }),
      question('How many customers do we have?', rows('SELECT 1'), { tenantId: '99' }),
    ])
    expect(trials[1]?.[0]).toMatchObject({ verdict: 'wrong', gold: { rows: [{ shop_id: 2 }], rowCount: 1 } })
    expect(trials[2]?.[0]?.verdict).toBe('right')
    expect(trials[3]?.[0]).toMatchObject({
      verdict: 'failed',
      message: expect.stringContaining('There is no table platform_audit'),
    })
    expect(trials[4]?.[0]?.found?.rows.map((row) => Object.values(row))).toEqual([[0]])
  })

  it('reviews unusual results as a turn does, and stores the verdict before the review', async () => {
    const where = (condition: string) => `SELECT count(*) AS n FROM customers ${condition}`
    const { other, close } = await withModel(modelAnswers([where('WHERE id < 0'), where('')]))
    try {
      const { trials } = await evaluate([question('customers?', CUSTOMERS)], {}, other)
      const [[trial] = []] = trials
      expect(trial).toMatchObject({ verdict: 'right', query: where('').trim(), reviews: 1, beforeReview: 'wrong' })
      expect(trial?.usage?.calls).toBe(2)
    } finally {
      await close()
    }
  })

  it('words answers on request, and counts sentences that the rows do not support', async () => {
    const drafts = modelAnswers([
      'SELECT count(*) AS n FROM customers WHERE id < 0',
      'SELECT count(*) AS n FROM customers',
    ])
    const script: Script = (request) =>
      request.body.response_format === undefined
        ? { text: 'Here is your answer. There are 987654 customers.' }
        : drafts(request)
    const { model, other, close } = await withModel(script)
    try {
      const { trials } = await evaluate([question('customers?', CUSTOMERS)], { words: true }, other)
      const [[trial] = []] = trials
      expect(trial).toMatchObject({ verdict: 'right', reviews: 1, sentences: { kept: 1, leftOut: 1 } })
      expect(model.requests).toHaveLength(3)
      expect([trial?.usage?.calls, trial?.reviewUsage?.calls, trial?.wordingUsage?.calls]).toEqual([3, 1, 1])
    } finally {
      await close()
    }
  })

  it('counts tokens, cost and repairs of a model, and accepts any row that ties at the limit of a gold query', async () => {
    const count = (table: string) => `SELECT count(*) AS n FROM ${table}`
    const last = 'SELECT id FROM customers ORDER BY shop_id, id DESC LIMIT 1'
    const { other, close } = await withModel(
      lookingOnce([count('custmers'), count('customers'), last, last, count('nowhere')]),
    )
    try {
      const ofAll = rows('SELECT id FROM customers ORDER BY shop_id LIMIT 1')
      const ofFirst = rows('SELECT id FROM customers ORDER BY id LIMIT 1')
      const { trials } = await evaluate(
        [
          question('customers?', CUSTOMERS),
          question('one', ofAll),
          question('first', ofFirst),
          question('?', CUSTOMERS),
        ],
        {},
        other,
      )
      const [repaired, tied, another, failed] = trials.map(([trial]) => trial)
      expect(repaired).toMatchObject({ verdict: 'right', repairs: 1, usage: { calls: 3 } })
      const { inputTokens = 0, outputTokens = 0 } = repaired?.usage ?? {}
      expect(repaired?.costMicros).toBe(2 * inputTokens + 3 * outputTokens)
      expect(outputTokens).toBeGreaterThan(0)
      expect([tied?.verdict, another?.verdict]).toEqual(['right', 'wrong'])
      expect(failed).toMatchObject({ verdict: 'failed', repairs: 2, usage: { calls: 3 }, problem: 'query_refused' })
    } finally {
      await close()
    }
  })

  it('counts the model calls of failed attempts', async () => {
    const truncated = { text: '{"mode": "query", ', end: 'cut', usage: 'every-chunk' } as const
    const { model, other, close } = await withModel(() => truncated)
    try {
      const { trials } = await evaluate([question('customers?', CUSTOMERS)], {}, other)
      expect(model.requests.length).toBeGreaterThan(1)
      expect(trials[0]?.[0]).toMatchObject({
        verdict: 'failed',
        problem: 'model_unavailable',
        usage: { calls: model.requests.length },
      })
    } finally {
      await close()
    }
  })

  // Temporal detects a lost worker after seconds, so this runs concurrently with the other cases.
  it.concurrent('continues after its worker is killed, and does not repeat stored questions', async () => {
    const script = modelAnswers(['SELECT count(*) AS n FROM customers'])
    const { model, other, close } = await withModel(script, { worker: false })
    const forked = new Forked()
    try {
      const victim = forked.start('crashing-worker', other.env, 'evaluateQuestion:after')
      const died = once(victim, 'exit')
      const input = await prepared([question('customers?', CUSTOMERS), question('how many?', CUSTOMERS)], {}, other)
      const evaluations = evaluationsOn(other)
      expect(await evaluations.start(input, 'a test')).toBe('started')
      await died
      const handle = other.app.temporal.client.workflow.getHandle(evaluationWorkflowId(input))
      const [stored] = await trialsOf(input, (await handle.describe()).runId, other)
      expect(stored).toHaveLength(1)
      expect(await evaluations.start(input, 'a test')).toBe('joined')
      await other.startWorker()
      const { progress, trials } = await ended(input, other)
      expect(progress).toMatchObject({ done: 2, verdicts: { right: 2 } })
      expect(trials[0]).toEqual(stored)
      expect(model.requests).toHaveLength(2)
      expect(await evaluations.start(input, 'a test')).toBe('started')
      expect((await ended(input, other)).progress.run).not.toBe(progress.run)
      expect(model.requests).toHaveLength(4)
    } finally {
      await forked.killAll()
      await close()
    }
  }, 60_000)

  it('ends when stopped, and starts from the beginning when requested again', async () => {
    const other = await startPlatform({ worker: false })
    try {
      const evaluations = evaluationsOn(other)
      const input = await prepared([question('hello', { kind: 'chat' })], {}, other)
      expect(await evaluations.stop(input)).toBe(false)
      await evaluations.start(input, 'a test')
      expect(await evaluations.stop(input)).toBe(true)
      await other.startWorker()
      expect(await evaluations.result(input, new AbortController().signal)).toBeUndefined()
      await evaluations.start(input, 'a test')
      expect((await ended(input, other)).progress.done).toBe(1)
    } finally {
      await other.close()
    }
  })
})
