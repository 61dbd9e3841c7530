import Table from 'cli-table3'
import { DEMO } from '../../demo/organization.ts'
import { demoQuestions, QUESTION_SETS, type QuestionSet } from '../../demo/questions.ts'
import { allEngines } from '../../src/engines/index.ts'
import { engineFor } from '../../src/engines/shared/connect/address-schemes.ts'
import { builtinPlanner } from '../../src/planner/builtin/index.ts'
import { calibrationOf, calibrationTable } from '../questions/calibration.ts'
import { type Judged, type Tally, tally, tallyByTag } from './judge.ts'
import { DemoBench } from './run.ts'

interface DemoReportOptions {
  /** Names of sets; default: the main one. */
  readonly set?: readonly string[] | undefined
  readonly tag?: string | undefined
  readonly tenant?: string | undefined
  readonly id?: string | undefined
  readonly quiet: boolean
  readonly json: boolean
  /** An empty database of another engine. */
  readonly url?: string | undefined
}

const isSet = (name: string): name is QuestionSet => QUESTION_SETS.some((set) => set === name)

/**
 * Asks the demo's questions for every shop and prints figures, and the questions that were not answered correctly.
 * @throws RangeError: no such set
 */
export const reportDemo = async ({ set, tag, tenant, id, quiet, json, url }: DemoReportOptions): Promise<void> => {
  const today = new Date()
  const sets = (set ?? ['main']).map((name) => {
    if (!isSet(name)) throw new RangeError(`no set ${name}: ${QUESTION_SETS.join(', ')}`)
    return name
  })
  const questions = sets
    .flatMap((name) => demoQuestions(name, today))
    .filter(({ tags }) => tag === undefined || tags.includes(tag))
    .filter((question) => id === undefined || question.id === id)
  const tenants = DEMO.tenants.map((one) => one.id).filter((one) => tenant === undefined || String(one) === tenant)
  const engine = url === undefined ? undefined : engineFor(url, allEngines({ allowPrivateHosts: true }))
  const bench = new DemoBench(today, url === undefined || engine === undefined ? undefined : { engine, address: url })
  try {
    const judged = await bench.run(builtinPlanner(), questions, tenants)
    const all = tally('all', judged)
    const calibration = calibrationOf(judged)
    if (json) console.log(JSON.stringify({ sets, all, calibration, tags: tallyByTag(judged), judged }))
    else {
      print(judged, all, quiet)
      console.log(calibrationTable(calibration))
    }
  } finally {
    await bench.close()
  }
}

const print = (judged: readonly Judged[], all: Tally, quiet: boolean) => {
  if (!quiet) for (const one of judged.filter(({ verdict }) => verdict !== 'right')) printOne(one)
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
