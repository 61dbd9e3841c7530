import { parseArgs } from 'node:util'
import { reportDemo } from './demo/report.ts'
import { reportFile } from './questions/report-file.ts'
import { reportUnseen, UNSEEN_SETS } from './questions/report-unseen.ts'

const HELP = `How well the built-in planner answers questions, through knowledge, guard and engine; bench/README.md says more.

On any SQLite file:
  --database FILE.sqlite --questions FILE.jsonl [--glossary FILE] [--today YYYY-MM-DD]
On databases of bench/unseen, without a glossary:
  --unseen [--set ${UNSEEN_SETS.join('|')}]…
On the demo, asked of every shop:
  [--set main|held-out|second-held-out|third-held-out]… [--tag T] [--tenant N] [--id ID]
  [--url postgres://…|mysql://…]   an empty database, in which the demo's tables are made anew
Each of them:
  --json    a JSON object for each question (not with --unseen)
  --quiet   figures only`

const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    questions: { type: 'string' },
    glossary: { type: 'string' },
    today: { type: 'string' },
    set: { type: 'string', multiple: true },
    tag: { type: 'string' },
    tenant: { type: 'string' },
    id: { type: 'string' },
    quiet: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    url: { type: 'string' },
    unseen: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

const { database, questions } = values
if ((database === undefined) !== (questions === undefined))
  throw new RangeError('--database and --questions are given together')
if (values.help) console.log(HELP)
else if (values.unseen)
  await reportUnseen(
    UNSEEN_SETS.filter((set) => values.set === undefined || values.set.includes(set)),
    values.quiet,
  )
else if (database !== undefined && questions !== undefined) await reportFile({ ...values, database, questions })
else await reportDemo(values)
