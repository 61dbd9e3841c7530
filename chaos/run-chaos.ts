import type { Progress } from '../src/local/progress.ts'
import { audit } from './audit/auditor.ts'
import type { Evidence, Violation } from './audit/evidence.ts'
import { type Recovery, recoveryIn } from './audit/recovery.ts'
import { StatementWatch } from './audit/statement-watch.ts'
import { storedTurns } from './audit/turns.ts'
import { Crew } from './drive/crew.ts'
import { EXACT_CASES, FAULTS, type Fault } from './drive/exact-cases.ts'
import { RANDOM_OUTAGE_MS } from './drive/random-faults.ts'
import { atRest, expectations } from './drive/rest.ts'
import { runExact } from './drive/run-exact.ts'
import { runRandom } from './drive/run-random.ts'
import { Stage } from './drive/stage.ts'
import { faultsOf } from './drive/verdict.ts'
import type { ChaosOptions } from './options.ts'
import type { ChaosReport } from './report.ts'
import { World } from './world/world.ts'

/** What killing and starting again may take in a round of the exact driver. */
export const EXACT_OUTAGE_MS = 120_000

/** Both drivers, each in a world of its own. */
export const runChaos = async (
  { faults, minutes, seed }: Omit<ChaosOptions, 'report'>,
  progress: Progress,
): Promise<ChaosReport> => {
  const table =
    faults.length === 0 ? NOTHING : await inWorld(progress, (world, watch) => exactly(world, watch, faults, progress))
  const random =
    minutes === 0
      ? NOTHING
      : await inWorld(progress, (world, watch) => randomly(world, watch, { minutes, seed }, progress))
  return {
    seed,
    minutes,
    exact: table.exact,
    random: random.random,
    turns: table.turns + random.turns,
    violations: [...table.violations, ...random.violations],
    recovery: table.recovery,
  }
}

type Part = Pick<ChaosReport, 'exact' | 'random' | 'turns' | 'violations' | 'recovery'>

const NO_RECOVERY: Recovery = { nextAttemptMs: [], endedMs: [] }
const NOTHING: Part = { exact: {}, random: {}, turns: 0, violations: [], recovery: NO_RECOVERY }

const inWorld = async (
  progress: Progress,
  run: (world: World, watch: StatementWatch) => Promise<Part>,
): Promise<Part> => {
  const world = await progress.step('starting servers', () => World.start(progress))
  const watch = new StatementWatch(world.customers.server.address)
  try {
    return await run(world, watch)
  } finally {
    await watch.close()
    await world.close()
  }
}

const exactly = async (
  world: World,
  watch: StatementWatch,
  faults: readonly Fault[],
  progress: Progress,
): Promise<Part> => {
  const stage = new Stage(world)
  const exact: Partial<Record<Fault, Record<string, readonly string[]>>> = {}
  let evidence: Evidence | undefined
  let violations: readonly Violation[] = []
  for (const fault of faults) {
    await progress.step(`${fault}: ${FAULTS[fault]}`, () => runExact(stage, fault))
    evidence = await atRest(world, watch)
    violations = audit(evidence, expectations(world, EXACT_OUTAGE_MS))
    for (const one of EXACT_CASES[fault])
      exact[fault] = { ...exact[fault], [one.name]: faultsOf(evidence, violations, one) }
  }
  if (evidence === undefined) return NOTHING
  return { exact, random: {}, turns: storedTurns(evidence).size, violations, recovery: recoveryIn(evidence) }
}

const randomly = async (
  world: World,
  watch: StatementWatch,
  { minutes, seed }: Pick<ChaosOptions, 'minutes' | 'seed'>,
  progress: Progress,
): Promise<Part> => {
  progress.note(`seed ${seed}`)
  const crew = new Crew(world)
  await progress.step('starting the service', () => crew.complete())
  const random: Record<string, number> = {}
  const onFault = (what: string): void => {
    random[what] = (random[what] ?? 0) + 1
    progress.note(what)
  }
  await progress.step(`asking and breaking for ${minutes} minutes`, () => runRandom(crew, { seed, minutes, onFault }))
  const evidence = await progress.step('until nothing runs any more', () => atRest(world, watch))
  const violations = audit(evidence, expectations(world, RANDOM_OUTAGE_MS))
  return { ...NOTHING, random, turns: storedTurns(evidence).size, violations }
}
