import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ERROR_CODES } from '../audit/auditor.ts'
import type { Evidence, Expectations } from '../audit/evidence.ts'
import { gatherEvidence } from '../audit/gather-evidence.ts'
import type { StatementWatch } from '../audit/statement-watch.ts'
import { PASSWORD_CANARY, TENANTS } from '../world/customer-database.ts'
import { MODEL_KEY_CANARY, SECRET_CANARY, TURN_TIMEOUT_S, type World } from '../world/world.ts'

const LOOK_EVERY_MS = 500

/** After a power cut, every accepted turn ends within this, without a hand. */
export const REST_WITHIN_MS = 30_000

/** Reads the world again and again until nothing runs in it any more, or it has had its time. */
export const atRest = async (world: World, watch: StatementWatch): Promise<Evidence> => {
  const deadline = Date.now() + REST_WITHIN_MS
  for (;;) {
    const evidence = await evidenceOf(world, watch)
    const isQuiet = evidence.openWorkflows.length === 0 && evidence.leases.length === 0
    if (isQuiet || Date.now() > deadline) return evidence
    await delay(LOOK_EVERY_MS)
  }
}

/** What of this world the auditor may look at. */
const evidenceOf = (world: World, watch: StatementWatch): Promise<Evidence> =>
  gatherEvidence(
    {
      mongoUri: world.servers.mongoUri,
      temporalAddress: world.servers.temporalAddress,
      statementLog: world.customers.server.log,
      files: [
        ...['', '-wal'].map((end) => `${world.servers.temporalFile}${end}`),
        world.serviceLog,
        path.join(world.folder, 'temporal.log'),
        path.join(world.folder, 'store.log'),
      ],
    },
    world.entries(),
    watch.seen,
  )

/** What is true of every run. @param outageMs the longest time for which a driver keeps servers away */
export const expectations = (world: World, outageMs: number): Expectations => ({
  turnTimeoutMs: TURN_TIMEOUT_S * 1000,
  outageMs,
  tenants: TENANTS,
  secrets: [PASSWORD_CANARY, SECRET_CANARY, MODEL_KEY_CANARY, world.access.key],
  errorCodes: ERROR_CODES,
})
