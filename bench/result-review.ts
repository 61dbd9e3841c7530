import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import Table from 'cli-table3'
import { DEMO } from '../demo/organization.ts'
import { demoQuestions, goldsOf } from '../demo/questions.ts'
import type { EvaluatedQuestion } from '../src/manage/evaluation/rules/evaluated-question.ts'
import type { Trial } from '../src/manage/evaluation/rules/trial.ts'
import { temporalEvaluations } from '../src/temporal/evaluations.ts'
import globalSetup from '../test/support/global-setup.ts'
import globalTeardown from '../test/support/global-teardown.ts'
import { startPlatform } from '../test/support/platform.ts'
import { json, type ScriptedRequest, startScriptedModel } from '../test/support/scripted-model.ts'
import { machine } from './measure/machine.ts'
import { TRAPS } from './result-review/traps.ts'

const HELP = `Whether a model that judges what its query gave mends it, and leaves right answers alone. The model is scripted: of
each trap its first query is wrong, and it writes the right one only where its prompt shows what is wrong (a value, a
range); where it does not, it looks once what the column holds. Of right answers it accepts what it is shown. What is measured is what the service shows it, and when.

  --misses  what of the prompts was missing, too`

const { values } = parseArgs({
  options: { misses: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h', default: false } },
})

const RIGHT = 60
const TENANT = '1'
const JUDGED = '# What your last query gave'
const REPLY = { reply: null, assumptions: [], suggestions: [], tables: [], look: [], confidence: 0.9 }

const writes = (query: string) => json({ ...REPLY, mode: 'query', query, explanation: 'What was asked for.' })
const exploreReply = (within: string) =>
  json({ ...REPLY, mode: 'look', query: null, explanation: null, look: [{ kind: 'values', text: '', within }] })
const ACCEPTS = json({ ...REPLY, mode: 'accept', query: null, explanation: null })

/** Questions with one answer in the demo's list. */
const rightQuestions = () =>
  demoQuestions('main', new Date())
    .flatMap((one) =>
      one.kind === 'query' && one.after === undefined && one.scope === undefined && (one.tenant ?? 1) === 1
        ? [{ question: one.question, gold: goldsOf(one)[0] ?? '' }]
        : [],
    )
    .slice(0, RIGHT)

const main = async (): Promise<void> => {
  console.log(machine())
  const right = rightQuestions()
  const drafts = new Map([
    ...TRAPS.map(({ question, draft }) => [question, draft] as const),
    ...right.map(({ question, gold }) => [question, gold] as const),
  ])
  const missed: string[] = []
  const reply = ({ body }: ScriptedRequest) => {
    const prompt = body.messages.map(({ content }) => content).join('\n')
    const asked = prompt.split('# Question\n')[1]?.split('\n')[0] ?? ''
    if (!prompt.includes(JUDGED)) return writes(drafts.get(asked) ?? '')
    const trap = TRAPS.find(({ question }) => question === asked)
    if (trap === undefined) return ACCEPTS
    if (trap.clue.test(prompt)) return writes(trap.mended)
    // Imitates a model that lacks information: it requests the values of the column.
    const [within] = /\w+\.\w+/.exec(trap.clue.source.replaceAll('\\', '')) ?? []
    if (within !== undefined && !prompt.includes('# Found')) return exploreReply(within)
    missed.push(`${asked}\n${prompt}\n`)
    return ACCEPTS
  }
  const model = await startScriptedModel(reply)
  const platform = await startPlatform({
    env: { TABLETALK_MODEL: 'openai:scripted', OPENAI_API_KEY: 'none', OPENAI_BASE_URL: model.baseUrl },
  })
  const {
    temporal: { client: temporal },
    config,
    store,
  } = platform.app
  const questions: EvaluatedQuestion[] = [
    ...TRAPS.map(({ question, mended }) => ({ question, gold: mended })),
    ...right,
  ].map(({ question, gold }, at) => ({
    id: `${at}`,
    text: question,
    expected: { kind: 'rows', golds: [gold] },
    tenantId: TENANT,
    tags: [],
  }))
  const input = {
    organizationId: platform.access.organizationId,
    databaseId: DEMO.database.id,
    evaluationId: randomUUID(),
    questions: questions.length,
    repeat: 1,
    limits: { questionMs: 60_000, queryMs: 30_000 },
    trialsPerHistory: 100,
  }
  await store.evaluations.put(input, input.databaseId, questions)
  const evaluations = temporalEvaluations(temporal, config.temporal.taskQueue)
  await evaluations.start(input, 'traps of a second look')
  const progress = await evaluations.result(input, new AbortController().signal)
  const trials: Trial[] = []
  if (progress !== undefined)
    for await (const { trials: own } of store.evaluations.triedQuestions(input, progress.run, input.questions))
      trials.push(...own)
  report(trials, right.length)
  if (values.misses) console.log(missed.join('\n'))
  await platform.close()
  await model.close()
}

const report = (trials: readonly Trial[], rightCount: number): void => {
  const table = new Table({ head: ['what', 'of', 'judged', 'right', 'calls a question'] })
  const row = (what: string, some: readonly Trial[]) => {
    const calls = some.reduce((sum, { usage }) => sum + (usage?.calls ?? 0), 0)
    const judged = some.filter(({ reviews = 0 }) => reviews > 0).length
    const isRight = some.filter(({ verdict }) => verdict === 'right').length
    table.push([what, some.length, judged, isRight, (calls / Math.max(1, some.length)).toFixed(2)])
  }
  for (const kind of new Set(TRAPS.map((trap) => trap.kind)))
    row(
      `trap: ${kind}`,
      trials.slice(0, TRAPS.length).filter((_, at) => TRAPS[at]?.kind === kind),
    )
  row('all traps', trials.slice(0, TRAPS.length))
  row('right answers', trials.slice(TRAPS.length, TRAPS.length + rightCount))
  console.log(table.toString())
  const spoilt = trials.filter(({ beforeReview, verdict }) => beforeReview === 'right' && verdict !== 'right').length
  console.log(`${spoilt} right answers spoilt`)
}

if (values.help) console.log(HELP)
else {
  await globalSetup()
  try {
    await main()
  } finally {
    await globalTeardown()
  }
  process.exit()
}
