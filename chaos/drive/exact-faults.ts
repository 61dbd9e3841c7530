import { setTimeout as delay } from 'node:timers/promises'
import type { Plan } from '../crash-points.ts'
import type { BreakableServer } from '../world/breakable-server.ts'
import type { Fault } from './exact-cases.ts'
import type { Stage } from './stage.ts'

const AWAY_MS = 2_000
/** Twice what Temporal waits for a heartbeat. */
const STOPPED_MS = 10_000
/** For a process that went on after it had been replaced to do whatever harm it can. */
const HARM_MS = 2_000

/** For the next worker to get its turns to their points again, where it kills itself. */
const DEATH_WITHIN_MS = 20_000

type Break = (stage: Stage, workerPlan: Plan) => Promise<void>

/** What each fault does to turns that are held, until everything is back. Turns are let go where they still live. */
export const BREAK: Readonly<Record<Exclude<Fault, 'F6'>, Break>> = {
  async F1(stage) {
    await stage.api.die()
    stage.worker.release()
    await stage.ready()
  },
  async F2(stage) {
    // It has killed itself at the last of the points.
    await died(stage)
    stage.api.release()
    await stage.replaceWorker()
  },
  async F2b(stage, plan) {
    await died(stage)
    stage.api.release()
    await stage.replaceWorker(plan)
    await Promise.race([stage.worker.exited, delay(DEATH_WITHIN_MS)])
    await stage.worker.kill()
    await stage.replaceWorker()
  },
  F3: (stage) => serverAway(stage, stage.world.servers.temporal),
  F4: (stage) => serverAway(stage, stage.world.servers.store),
  async F5(stage) {
    const { server } = stage.world.customers
    await server.kill()
    release(stage)
    await delay(AWAY_MS / 2)
    await server.startAgain()
  },
  async F7(stage) {
    const { servers, customers, model } = stage.world
    servers.temporal.kill()
    servers.store.kill()
    model.kill()
    await Promise.all([stage.killAll(), customers.server.kill()])
    await Promise.all([servers.temporal.startAgain(), servers.store.startAgain(), customers.server.startAgain()])
    stage.world.journal.write({ kind: 'back', at: Date.now() })
    await stage.ready()
  },
  async F8(stage) {
    const stopped = stage.worker
    stopped.pause()
    stage.api.release()
    await Promise.all([stage.replaceWorker(), delay(STOPPED_MS)])
    stopped.resume()
    stopped.release()
    await delay(HARM_MS)
    await stopped.kill()
  },
}

/** Resolves when the worker has killed itself, and writes down what it had in hand. */
const died = async ({ world, worker }: Stage): Promise<void> => {
  await worker.exited
  world.journal.write({ kind: 'died', at: Date.now(), scopes: worker.held.map(({ scope }) => scope) })
}

const release = ({ api, worker }: Stage): void => {
  api.release()
  worker.release()
}

/** The server is killed, and is back after a while. */
const serverAway = async (stage: Stage, server: BreakableServer): Promise<void> => {
  server.kill()
  release(stage)
  await delay(AWAY_MS)
  await server.startAgain()
}
