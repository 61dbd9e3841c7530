import { parseArgs } from 'node:util'
import { ENGINE_SERVERS } from './demo/engine-servers.ts'
import { askHonestly, type HonestVerdict } from './honest/ask-honestly.ts'
import { honestLists } from './honest/honest-lists.ts'
import { machine } from './measure/machine.ts'

/**
 * How many queries as models write them an engine's guard accepts and its server runs, and whether they find what a
 * database with only the caller's rows holds: `node bench/honest.ts [--engine postgres|mysql|sqlite|mongodb]…
 * [--quiet]`. Failures are printed, unless `--quiet`.
 */
const { values: options } = parseArgs({
  options: { engine: { type: 'string', multiple: true }, quiet: { type: 'boolean', default: false } },
})

const share = (some: number, all: number): string => `${some} of ${all} (${((100 * some) / all).toFixed(1)} %)`

console.log(machine())
for (const name of ['postgres', 'mysql', 'sqlite', 'mongodb'] as const) {
  if (!(options.engine?.includes(name) ?? true)) continue
  const place = await ENGINE_SERVERS[name]()
  try {
    for (const [database, queries] of honestLists(name)) {
      const asked = await askHonestly(place.engine, place.address, database, queries)
      const of = (verdict: HonestVerdict): number => asked.filter((one) => one.verdict === verdict).length
      const [passed, known] = [asked.length - of('guard'), asked.length - of('invalid')]
      console.log(
        `${name}, ${database}: the guard accepts ${share(passed, asked.length)}; of what the server knows ${share(of('same') + of('other'), known)} run; with other rows ${of('other')}, refused by the database ${of('database')}`,
      )
      if (options.quiet) continue
      for (const { query, verdict, detail } of asked)
        if (verdict !== 'same') console.log(`  ${verdict}: ${query}\n    ${detail}`)
    }
  } finally {
    await place.engine.close()
    await place.close()
  }
}
