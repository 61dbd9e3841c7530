import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { QUESTION_SETS } from '../demo/questions.ts'
import { FEATURES } from '../src/planner/builtin/weigh/index.ts'
import { calibrationOf, calibrationTable } from './questions/calibration.ts'
import { demoSamples } from './reader/demo-samples.ts'
import { fitReader, leaveOneOutFits, type Outcome } from './reader/fit.ts'
import type { Samples } from './reader/sample.ts'
import { unseenSamples } from './reader/unseen-samples.ts'

const HELP = `Fits what the built-in planner weighs readings with, on the demo's questions and on those of databases without a
glossary, and says how well it does on each of these when it was fitted on all others.

  --folder FOLDER    NAME.jsonl with questions, NAME.sqlite or NAME.sql with rows; may be given again
  --unseen NAME      a set of bench/unseen to fit on; may be given again
  --aside NAME       a set of bench/unseen that only says how true its probabilities are; may be given again
  --quick            one of the demo's sets only
  --write            keep the weights in src/planner/builtin/weigh/weights.ts`

const { values } = parseArgs({
  options: {
    folder: { type: 'string', multiple: true, default: [] },
    unseen: { type: 'string', multiple: true, default: [] },
    aside: { type: 'string', multiple: true, default: [] },
    write: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

const GATES = [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9]

const report = (name: string, outcomes: readonly Outcome[], total: number): void => {
  const percent = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(0)} %`
  const lines = GATES.map((gate) => {
    const answered = outcomes.filter(({ probability }) => probability >= gate)
    const right = answered.filter(({ isRight }) => isRight).length
    return `${gate}: ${percent(answered.length, total)} answered, ${percent(right, answered.length)} of these right, ${percent(right, total)} of all`
  })
  console.log(`${name} (${total})\n  ${lines.join('\n  ')}`)
}

const bands = (outcomes: readonly Outcome[]): void => {
  const graded = outcomes.map(({ probability, isRight }) => ({
    verdict: isRight ? 'right' : 'wrong',
    confidence: probability,
  }))
  console.log(calibrationTable(calibrationOf(graded)))
}

const print = (weights: readonly number[]): void => {
  FEATURES.forEach((name, index) => {
    console.log(`${(weights[index] ?? 0).toFixed(3).padStart(8)} ${name}`)
  })
}

const write = (weights: readonly number[], questions: number, today: Date): void => {
  const lines = FEATURES.map((name, index) => `    ${(weights[index] ?? 0).toFixed(3)}, // ${name}`)
  const text = `/** Fitted by \`bench/fit-reader.ts\` on ${questions} questions; one weight for each feature, in their order. */
export const WEIGHTS: { readonly fitted: string; readonly weights: readonly number[] } = {
  fitted: '${today.toISOString().slice(0, 10)}',
  weights: [
${lines.join('\n')}
  ],
}
`
  writeFileSync(new URL('../src/planner/builtin/weigh/weights.ts', import.meta.url), text)
}

const main = async (): Promise<void> => {
  const today = new Date()
  const samples: Samples[] = []
  for (const folder of values.folder) samples.push(...(await unseenSamples(folder, today)))
  const own = fileURLToPath(new URL('unseen/', import.meta.url))
  if (values.unseen.length > 0) samples.push(...(await unseenSamples(own, today, values.unseen)))
  samples.push(...(await demoSamples(values.quick ? ['held-out'] : QUESTION_SETS, today)))
  const aside = values.aside.length === 0 ? [] : await unseenSamples(own, today, values.aside)
  const { weights, outcomes } = leaveOneOutFits(samples, fitReader, aside)
  const of = (test: (group: string) => boolean): readonly Outcome[] => outcomes.filter(({ group }) => test(group))
  const count = (test: (group: string) => boolean): number =>
    [...samples, ...aside].filter(({ group }) => test(group)).length
  for (const group of new Set([...samples, ...aside].map((one) => one.group)))
    report(
      group,
      of((one) => one === group),
      count((one) => one === group),
    )
  const isAside = (group: string) => values.aside.includes(group)
  const isUnseen = (group: string) => !group.startsWith('demo') && !isAside(group)
  report('each database left out', of(isUnseen), count(isUnseen))
  bands(of(isUnseen))
  report('kept aside', of(isAside), count(isAside))
  bands(of(isAside))
  console.log('each set of the demo left out')
  bands(of((group) => group.startsWith('demo')))
  print(weights)
  if (values.write) write(weights, samples.length, today)
}

if (values.help) console.log(HELP)
else await main()
