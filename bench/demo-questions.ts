import { parseArgs } from 'node:util'
import Table from 'cli-table3'
import { DEMO } from '../demo/organization.ts'
import { demoQuestions, QUESTION_SETS, type QuestionSet } from '../demo/questions.ts'
import { type Judged, type Tally, tally, tallyByTag } from './demo/judge.ts'
import { DemoBench } from './demo/run.ts'

/**
 * How well the built-in planner answers the demo's questions, through guard and engine:
 * `node bench/demo-questions.ts [--set main|held-out|second-held-out|third-held-out] [--tag T] [--tenant N] [--quiet] [--json]`
 */
const { values } = parseArgs({
  options: {
    set: { type: 'string', multiple: true },
    tag: { type: 'string' },
    tenant: { type: 'string' },
    id: { type: 'string' },
    quiet: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})

const isSet = (name: string): name is QuestionSet => QUESTION_SETS.some((set) => set === name)

const main = async () => {
  const today = new Date()
  const sets = (values.set ?? ['main']).map((name) => {
    if (!isSet(name)) throw new RangeError(`no set ${name}: ${QUESTION_SETS.join(', ')}`)
    return name
  })
  const questions = sets
    .flatMap((set) => demoQuestions(set, today))
    .filter(({ tags }) => values.tag === undefined || tags.includes(values.tag))
    .filter(({ id }) => values.id === undefined || id === values.id)
  const tenants = DEMO.tenants
    .map(({ id }) => id)
    .filter((id) => values.tenant === undefined || String(id) === values.tenant)
  const { builtinPlanner } = await import('../src/planner/builtin/index.ts')
  const bench = new DemoBench(today)
  try {
    const judged = await bench.run(builtinPlanner(), questions, tenants)
    const all = tally('all', judged)
    if (values.json) console.log(JSON.stringify({ sets, all, tags: tallyByTag(judged), judged }))
    else print(judged, all)
  } finally {
    await bench.close()
  }
}

const print = (judged: readonly Judged[], all: Tally) => {
  if (!values.quiet) for (const one of judged.filter(({ verdict }) => verdict !== 'right')) printOne(one)
  const table = new Table({
    head: ['tag', 'right', 'declined', 'wrong', 'failed', 'of', 'precision', 'coverage', 'score'],
    style: { head: [], border: [], compact: true },
  })
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`
  for (const row of [...tallyByTag(judged), all]) {
    const { name, right, declined, wrong, failed, total, precision, coverage, score } = row
    table.push([name, right, declined, wrong, failed, total, percent(precision), percent(coverage), score])
  }
  console.log(table.toString())
  const short = judged.filter(({ verdict, suggestions }) => verdict === 'declined' && suggestions.length !== 3)
  if (short.length > 0) console.log(`declined without three suggestions: ${short.length}`)
}

const printOne = ({ question, tenant, verdict, detail, suggestions }: Judged) => {
  const asked = [...(question.after ?? []), question.question].join(' → ')
  console.log(`${verdict.padEnd(8)} ${question.id} (tenant ${tenant}) ${asked}\n         ${detail}`)
  if (suggestions.length > 0) console.log(`         try: ${suggestions.join(' | ')}`)
}

await main()
