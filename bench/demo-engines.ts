import { parseArgs } from 'node:util'
import Table from 'cli-table3'
import { DEMO } from '../demo/organization.ts'
import { demoQuestions, QUESTION_SETS } from '../demo/questions.ts'
import { type Compared, EngineComparison, EXCEPTIONS } from './demo/compare-engines.ts'
import { ENGINE_SERVERS } from './demo/engine-servers.ts'
import { DemoBench } from './demo/run.ts'

/**
 * Checks that all questions of the demo's four lists find the same rows for each shop on every engine: each is asked on
 * SQLite and on PostgreSQL, MariaDB and MongoDB (or the small store), whose servers are started here.
 * `node bench/demo-engines.ts [--engine postgres|mysql|mongodb]… [--set S]… [--every N] [--day YYYY-MM-DD]`
 */
const { values } = parseArgs({
  options: {
    engine: { type: 'string', multiple: true },
    set: { type: 'string', multiple: true },
    every: { type: 'string', default: '1' },
    day: { type: 'string', default: '2026-09-16' },
  },
})

const today = new Date(`${values.day}T12:00:00Z`)
const sets = QUESTION_SETS.filter((set) => values.set?.includes(set) ?? true)

const compareOn = async (
  name: keyof typeof ENGINE_SERVERS,
  comparison: EngineComparison,
): Promise<readonly string[]> => {
  const place = await ENGINE_SERVERS[name]()
  const bench = new DemoBench(today, place)
  const table = new Table({
    head: [name, 'shop', 'questions', 'answered', 'same rows', 'excepted', 'different'],
    style: { head: [], border: [], compact: true },
  })
  const different: Compared[] = []
  const used = process.cpuUsage()
  try {
    for (const set of sets) {
      const questions = demoQuestions(set, today).filter((_, index) => index % Number(values.every) === 0)
      for (const tenant of DEMO.tenants) {
        const asked = questions.filter((one) => one.tenant === undefined || one.tenant === tenant.id)
        const compared: Compared[] = []
        for (const question of asked) compared.push(await comparison.compare(question, tenant.id, bench))
        const count = (keep: (one: Compared) => boolean) => compared.filter(keep).length
        table.push([
          ...[set, tenant.name, asked.length, count(({ answered }) => answered)],
          count(({ agreement, answered }) => agreement === 'same' && answered),
          ...[count(({ agreement }) => agreement === 'excepted'), count(({ agreement }) => agreement === 'different')],
        ])
        different.push(...compared.filter(({ agreement }) => agreement !== 'same'))
      }
    }
  } finally {
    await bench.close()
    await place.close()
  }
  const { user, system } = process.cpuUsage(used)
  console.log(`${table.toString()}\n${((user + system) / 1e6).toFixed(0)} s of processor time here\n`)
  return different.map(
    ({ question, tenant, agreement, detail }) =>
      `${name} ${question.id} tenant ${tenant}: ${agreement}: ${question.question}\n  ${detail}`,
  )
}

const reference = new DemoBench(today)
try {
  const comparison = new EngineComparison(reference)
  for (const name of ['postgres', 'mysql', 'mongodb'] as const)
    if (values.engine?.includes(name) ?? true) for (const line of await compareOn(name, comparison)) console.log(line)
  for (const [id, reason] of Object.entries(EXCEPTIONS)) console.log(`${id} is excepted: ${reason}`)
} finally {
  await reference.close()
}
