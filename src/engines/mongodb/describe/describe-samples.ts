import { setImmediate as breather } from 'node:timers/promises'
import type { GuardedQuery } from '../../../guard/guarded-query.ts'
import type { Table } from '../../../guard/schema.ts'
import type { Member } from '../connect/member.ts'
import { bearsAnyCollation, boundCommand } from '../guard/command.ts'
import { readDocuments } from '../run/run-statement.ts'
import { sampledColumns } from './columns-of.ts'
import { concurrently } from './concurrently.ts'
import { collapseDynamic } from './dynamic-keys.ts'
import { PathTally } from './path-tally.ts'

interface Limits {
  readonly leftMs: () => number
  readonly signal: AbortSignal
}

const AT_ONCE = 4
/** The server stops by itself, whoever is still there to stop it. */
const COMMAND_MS = 3_000
const BATCH = 25
/** Of one collection; what its first documents say is enough. */
const BYTES_MAX = 256 * 1024
/** How long documents are read before other work of this thread has its turn. */
const TURN_MS = 10

/**
 * Describes collections by the documents that guarded queries find, one query for each, and by nothing else: what is
 * said depends on these documents alone. A query that the server rejects finds none.
 *
 * @returns a table for each query, in their order, without keys and without shares of documents
 * @throws as `readDocuments`
 */
export const describeSamples = (
  member: Member,
  samples: readonly GuardedQuery[],
  { leftMs, signal }: Limits,
): Promise<readonly Table[]> =>
  concurrently(samples, AT_ONCE, async (query) => {
    const command = boundCommand(query)
    const tally = new PathTally(() => false)
    let bytes = 0
    let since = performance.now()
    const reading = {
      signal,
      leftMs: () => Math.min(COMMAND_MS, leftMs()),
      rowsMax: BATCH,
      turnId: 'describe',
      anyCollation: bearsAnyCollation(query),
    }
    await readDocuments(member, command, reading, async (document) => {
      tally.add(document)
      bytes += document.length
      if (performance.now() - since >= TURN_MS) {
        await breather()
        since = performance.now()
      }
      return bytes < BYTES_MAX
    })
    collapseDynamic(tally.root)
    const columns = sampledColumns(tally.root, tally.documents)
    return { name: command.collection, columns, primaryKey: ['_id'], foreignKeys: [] }
  })
