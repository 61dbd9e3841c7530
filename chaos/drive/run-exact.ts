import { API_POINTS, type CrashPoint, type Stop } from '../crash-points.ts'
import { questionOf } from '../questions.ts'
import { within } from '../world/within.ts'
import { EXACT_CASES, type ExactCase, type Fault } from './exact-cases.ts'
import { BREAK } from './exact-faults.ts'
import type { Stage } from './stage.ts'

/** How long turns may take to get to their points, on a machine that does much else. */
const HELD_WITHIN_MS = 180_000

/** Asks the questions of all cases of one fault, holds each at its point, breaks what is to be broken, and waits. */
export const runExact = async (stage: Stage, fault: Fault): Promise<void> => {
  await stage.ready()
  stage.world.note(`${fault} begins`)
  if (fault === 'F6') await failModel(stage, EXACT_CASES.F6)
  else await breakHeld(stage, fault, EXACT_CASES[fault])
  await stage.ready()
}

const isOfApi = (point: CrashPoint): boolean => API_POINTS.some((own) => own === point)
const stopOf = ({ point, asked }: ExactCase): Stop => ({ point, scope: asked.scope })

const breakHeld = async (stage: Stage, fault: Exclude<Fault, 'F6'>, cases: readonly ExactCase[]): Promise<void> => {
  const ofApi = cases.filter(({ point }) => isOfApi(point))
  const ofWorker = cases.filter(({ point }) => !isOfApi(point))
  const atLast = fault === 'F2' || fault === 'F2b' ? 'die' : 'wait'
  const workerPlan = { stops: ofWorker.map(stopOf), atLast } as const
  await Promise.all([stage.api.plan({ stops: ofApi.map(stopOf), atLast: 'wait' }), stage.worker.plan(workerPlan)])
  // Whatever has a clock of its own is held last, and least: a short step, a reply of the model, what the server runs.
  const clocked = ofWorker.filter(({ point }) => point !== 'S6' && point !== 'S7')
  const running = ofWorker.filter(({ point }) => point === 'S6')
  const asking: Promise<void>[] = []
  const askAll = (asked: readonly ExactCase[]): void => void asking.push(...asked.map((one) => ask(stage, one)))
  const heldPoints = () => [...stage.api.held, ...stage.worker.held].map(({ point, scope }) => `${point} ${scope}`)
  await within(
    HELD_WITHIN_MS,
    () => `turns at their points, of which are held: ${heldPoints().join(', ')}`,
    async () => {
      askAll(cases.filter((one) => !clocked.includes(one) && !running.includes(one)))
      await Promise.all([
        stage.api.holds(ofApi.length),
        stage.worker.holds(ofWorker.length - clocked.length - running.length),
      ])
      askAll(clocked)
      await stage.worker.holds(ofWorker.length - running.length)
      askAll(running)
      await stage.worker.holds(ofWorker.length)
    },
  )
  stage.world.note(`${fault}: ${cases.length} turns are held`)
  await BREAK[fault](stage, workerPlan)
  await Promise.all(asking)
}

/** A model that dies takes the calls of others with it, so those cases are run one after the other. */
const failModel = async (stage: Stage, cases: readonly ExactCase[]): Promise<void> => {
  const deadly = cases.filter(({ asked }) => [asked.draftFault, asked.composeFault].includes('die'))
  await Promise.all(cases.filter((one) => !deadly.includes(one)).map((one) => ask(stage, one)))
  for (const one of deadly) await ask(stage, one)
}

/** Asks until there is an answer; a question with a key is asked once more after that. */
const ask = async ({ client }: Stage, { asked, how, tenant }: ExactCase): Promise<void> => {
  const { scope } = asked
  const request = { ask: scope, scope, tenant, question: questionOf(asked) }
  if (how === 'stream') await client.stream(request)
  else if (await client.json(request)) await client.json(request)
}
