import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { seededRandom } from '../demo/random.ts'
import { Arena } from './mutants/arena.ts'
import { type Mutant, mutantsOf } from './mutants/mutate.ts'
import { filesOf, ROOMS } from './mutants/rooms.ts'
import { startShared } from './mutants/shared-servers.ts'
import { SuiteOrder } from './mutants/suite-order.ts'

/**
 * Mutation tests of guards: a sample of each room's mutants, each run against the suites of its room until the first
 * test fails.
 * `node bench/mutants.ts [--room domain|sql|…] [--sample 60] [--seed S] [--file PART] [--only 3,17]`
 */
const { values } = parseArgs({
  options: {
    room: { type: 'string', multiple: true },
    sample: { type: 'string', default: '60' },
    seed: { type: 'string', default: 'tabletalk' },
    file: { type: 'string' },
    only: { type: 'string' },
  },
})

const ROOT = path.join(import.meta.dirname, '..')

const main = async () => {
  const names = values.room ?? Object.keys(ROOMS)
  for (const name of names) await hunt(name)
}

const hunt = async (name: string): Promise<void> => {
  const room = ROOMS[name]
  if (room === undefined) throw new RangeError(`no room ${name}: ${Object.keys(ROOMS).join(', ')}`)
  const all = filesOf(ROOT, room.files)
    .filter((file) => values.file === undefined || file.includes(values.file))
    .flatMap((file) => mutantsOf(file, readFileSync(path.join(ROOT, file), 'utf8')))
  const picked = sampleOf(all)
  console.log(`${name}: ${picked.length} of ${all.length} mutants, seed ${values.seed}`)
  const only = values.only?.split(',').map(Number)
  const servers = await startShared(room)
  const arena = new Arena(servers.env)
  try {
    const suites = filesOf(ROOT, room.suites)
    const { killer, took } = await arena.run(suites, new Map())
    if (killer !== undefined) throw new Error(`without any mutant there fails: ${killer.suite}: ${killer.test}`)
    const likeliest = new SuiteOrder(took)
    let [tried, killed] = [0, 0]
    for (const [index, mutant] of picked.entries()) {
      if (only !== undefined && !only.includes(index + 1)) continue
      const outcome = await arena.run(likeliest.order(mutant.file), took, mutant)
      tried++
      if (outcome.killer !== undefined) killed++
      likeliest.learn(mutant.file, outcome.killer?.suite)
      const by = outcome.killer === undefined ? 'SURVIVED' : `killed by ${outcome.killer.suite} ${outcome.killer.test}`
      console.log(`${index + 1}/${picked.length} ${shown(mutant)}: ${by}`)
    }
    console.log(`${name}: killed ${killed} of ${tried} (${((100 * killed) / tried).toFixed(1)} %)`)
  } finally {
    arena.close()
    await servers.stop()
  }
}

const sampleOf = (all: readonly Mutant[]): readonly Mutant[] => {
  const random = seededRandom(values.seed)
  return all
    .map((mutant) => ({ mutant, at: random.next() }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, Number(values.sample))
    .map(({ mutant }) => mutant)
}

const shown = ({ file, line, kind, before, after }: Mutant): string =>
  `${file}:${line} ${kind}: ${oneLine(before)} → ${oneLine(after)}`

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 60)

await main()
