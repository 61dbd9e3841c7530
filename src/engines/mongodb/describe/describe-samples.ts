import { setImmediate as yieldToLoop } from 'node:timers/promises'
import type { GuardedQuery } from '../../../guard/guarded-query.ts'
import type { Table } from '../../../guard/schema.ts'
import type { Member } from '../connect/member.ts'
import { allowsAnyCollation, boundCommand } from '../guard/command.ts'
import { readDocuments } from '../run/run-statement.ts'
import { sampledColumns } from './columns-of.ts'
import { collapseDynamic } from './dynamic-keys.ts'
import { mapConcurrently } from './map-concurrently.ts'
import { PathTally } from './path-tally.ts'

interface Limits {
  readonly leftMs: () => number
  readonly signal: AbortSignal
}

const AT_ONCE = 4
/** The server's own time limit, which applies even if this process dies. */
const COMMAND_MS = 3_000
const BATCH = 25
/** Maximum per collection. */
const BYTES_MAX = 256 * 1024
/** Processing time before yielding to other work, in ms. */
const YIELD_AFTER_MS = 10

/**
 * Describes collections only by the documents that guarded queries find, one query per collection, so that nothing else
 * can leak into it. A query that the server rejects finds nothing.
 *
 * @returns a table per query, in order, without keys and presence
 * @throws as `readDocuments`
 */
export const describeSamples = (
  member: Member,
  samples: readonly GuardedQuery[],
  { leftMs, signal }: Limits,
): Promise<readonly Table[]> =>
  mapConcurrently(samples, AT_ONCE, async (query) => {
    const command = boundCommand(query)
    const tally = new PathTally(() => false)
    let bytes = 0
    let since = performance.now()
    const reading = {
      signal,
      leftMs: () => Math.min(COMMAND_MS, leftMs()),
      rowsMax: BATCH,
      turnId: 'describe',
      anyCollation: allowsAnyCollation(query),
    }
    await readDocuments(member, command, reading, async (document) => {
      tally.add(document)
      bytes += document.length
      if (performance.now() - since >= YIELD_AFTER_MS) {
        await yieldToLoop()
        since = performance.now()
      }
      return bytes < BYTES_MAX
    })
    collapseDynamic(tally.root)
    const columns = sampledColumns(tally.root, tally.documents)
    return { name: command.collection, columns, primaryKey: ['_id'], foreignKeys: [] }
  })
