import { parseArgs } from 'node:util'
import { MYSQL } from '../test/engines/mysql/adapter.ts'
import { SQLITE } from '../test/engines/sqlite/adapter.ts'
import { stopMysqlServer } from '../test/support/mysql-server.ts'
import { measureAccepted } from './accepted/measure-accepted.ts'

/**
 * How many queries of the kind that models write pass the guard and find what a database of the tenant alone would, on
 * the demo's tables and on a clinic's: `node bench/accepted.ts [--engine mysql|sqlite]…`. Each that does not is printed.
 */
const { values } = parseArgs({ options: { engine: { type: 'string', multiple: true } } })

for (const adapter of [SQLITE, MYSQL].filter(({ name }) => values.engine?.includes(name) ?? true)) {
  const judged = await measureAccepted(adapter)
  const count = (outcome: (typeof judged)[number]['outcome']) => judged.filter((one) => one.outcome === outcome).length
  const honest = judged.length - count('not honest')
  const percent = ((100 * count('same')) / honest).toFixed(1)
  console.log(
    `${adapter.name}: ${honest} honest queries, ${count('same')} answered as by a database of one tenant (${percent} %), ` +
      `${count('refused')} refused, ${count('different')} different; ${count('not honest')} fail without a guard too`,
  )
  for (const { draft, outcome, detail } of judged)
    if (outcome !== 'same') console.log(`  ${outcome}: ${draft.replaceAll('\n', ' ')}\n    ${detail}`)
}
await stopMysqlServer()
