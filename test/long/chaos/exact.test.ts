import { audit } from '../../../chaos/audit/auditor.ts'
import type { Evidence, Violation } from '../../../chaos/audit/evidence.ts'
import { StatementWatch } from '../../../chaos/audit/statement-watch.ts'
import { EXACT_CASES, FAULT_NAMES, FAULTS } from '../../../chaos/drive/exact-cases.ts'
import { atRest, expectations } from '../../../chaos/drive/rest.ts'
import { runExact } from '../../../chaos/drive/run-exact.ts'
import { Stage } from '../../../chaos/drive/stage.ts'
import { faultsOf } from '../../../chaos/drive/verdict.ts'
import { EXACT_OUTAGE_MS } from '../../../chaos/run-chaos.ts'
import { World } from '../../../chaos/world/world.ts'

let world: World
let stage: Stage
let watch: StatementWatch
beforeAll(async () => {
  world = await World.start()
  watch = new StatementWatch(world.customers.server.address)
  stage = new Stage(world)
  await stage.ready()
}, 300_000)
afterAll(async () => {
  await watch.close()
  await world.close()
}, 60_000)

describe.each(FAULT_NAMES)('Fault %s', (fault) => {
  let evidence: Evidence
  let violations: readonly Violation[]
  beforeAll(async () => {
    await runExact(stage, fault)
    evidence = await atRest(world, watch)
    violations = audit(evidence, expectations(world, EXACT_OUTAGE_MS))
  }, 600_000)

  it.each(EXACT_CASES[fault].map((exact) => [exact.name, exact] as const))(`${FAULTS[fault]} at %s`, (_, exact) => {
    expect(faultsOf(evidence, violations, exact)).toEqual([])
  })

  it('violates no invariant', () => {
    expect(violations).toEqual([])
  })
})
