import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import Table from 'cli-table3'
import { builtinPlanner } from '../src/planner/builtin/index.ts'
import { largeKnowledge } from '../test/planner/builtin/large.ts'
import { machine } from './measure/machine.ts'
import { quantile } from './measure/quantile.ts'
import { withContext } from './questions/with-context.ts'
import { type AskedDatabase, demoDatabase, merged } from './retrieval/asked-database.ts'

const HELP = `How long the built-in planner takes for a draft: the questions of the demo's lists, on the demo and on the demo among
many other tables, keys and values. In milliseconds; the first draft makes words and values ready.

  --sizes T:K:V,…     tables, keys and values that are there beside the demo's (0:0:0,180:800:0,180:800:50000)
  --every N           ask only every Nth question (1)`

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '0:0:0,180:800:0,180:800:50000' },
    every: { type: 'string', default: '1' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

const table = new Table({
  head: ['tables', 'values', 'questions', 'first', 'p50', 'p95', 'p99', 'most'],
  style: { head: [], border: [], compact: true },
})

const among = (demo: AskedDatabase, [tables = 0, keys = 0, count = 0]: readonly number[]): AskedDatabase => {
  if (tables === 0) return demo
  const knowledge = largeKnowledge({ tables, keys, ...(count === 0 ? {} : { values: count }) })
  return merged([demo, { name: 'large', knowledge, questions: [] }])
}

const planner = builtinPlanner()
const askedAt = new Date().toISOString()

/** The time of a draft in ms: it is computed in this thread, without waiting. */
const cost = async ({ knowledge }: AskedDatabase, question: AskedDatabase['questions'][number]): Promise<number> => {
  const request = {
    question: question.question,
    askedAt,
    recentTurns: [],
    knowledge: { ...knowledge, named: question.named },
    signal: new AbortController().signal,
  }
  const since = performance.now()
  await planner.draft(withContext(request))
  return performance.now() - since
}

const main = async (): Promise<void> => {
  console.log(machine())
  const folder = mkdtempSync(join(tmpdir(), 'drafting-'))
  try {
    const demo = await demoDatabase(folder, new Date())
    const questions = demo.questions.filter((_, at) => at % Number(values.every) === 0)
    // Warms up the JIT compiler.
    for (const question of questions.slice(0, 100)) await cost(demo, question)
    for (const size of values.sizes.split(',')) {
      const database = among({ ...demo, knowledge: { ...demo.knowledge }, questions }, size.split(':').map(Number))
      const costs: number[] = []
      for (const question of database.questions) costs.push(await cost(database, question))
      const [first = Number.NaN, ...warm] = costs
      const { schema } = database.knowledge.view
      const known = database.knowledge.values.reduce((sum, { values: some }) => sum + some.length, 0)
      const at = [0.5, 0.95, 0.99, 1].map((share) => quantile(warm, share).toFixed(1))
      table.push([schema.tables.length, known, questions.length, first.toFixed(0), ...at])
      console.error(`${schema.tables.length} tables: done`)
    }
    console.log(table.toString())
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (values.help) console.log(HELP)
else await main()
