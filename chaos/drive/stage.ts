import { Client } from '../load/client.ts'
import type { ServiceProcess } from '../world/service-process.ts'
import type { World } from '../world/world.ts'

/** Two APIs and a worker that are at work, and a worker that waits for the other one's death. */
export class Stage {
  readonly world: World
  readonly client: Client
  #apis: ServiceProcess[] = []
  #worker: ServiceProcess | undefined
  #standby: Promise<ServiceProcess> | undefined

  constructor(world: World) {
    this.world = world
    this.client = new Client({
      journal: world.journal,
      key: world.access.key,
      places: () => this.#apis.filter(({ alive }) => alive).map(({ port }) => `http://127.0.0.1:${port}`),
    })
  }

  /** Starts whatever is not there. */
  async ready(): Promise<void> {
    const apis = this.#apis.filter(({ alive }) => alive)
    const missing = Array.from({ length: 2 - apis.length }, () => this.world.startService('api'))
    if (this.#worker?.alive !== true) this.#worker = await this.#next()
    this.#standby ??= this.world.startService('worker')
    this.#apis = [...apis, ...(await Promise.all(missing))]
    await this.#standby
  }

  /** The one that clients ask first. */
  get api(): ServiceProcess {
    const [api] = this.#apis
    if (api === undefined) throw new Error('no API is on the stage')
    return api
  }

  get worker(): ServiceProcess {
    if (this.#worker === undefined) throw new Error('no worker is on the stage')
    return this.#worker
  }

  /** The worker that waits takes over; the one before stays what it is. */
  async replaceWorker(plan?: Parameters<ServiceProcess['plan']>[0]): Promise<void> {
    const next = await (this.#standby ?? this.world.startService('worker'))
    this.#standby = this.world.startService('worker')
    if (plan !== undefined) await next.plan(plan)
    this.#worker = next
    await next.begin()
  }

  /** Kills every process of the service at once. */
  async killAll(): Promise<void> {
    const standby = await this.#standby
    const all = [...this.#apis, this.worker, ...(standby === undefined ? [] : [standby])]
    this.#standby = undefined
    await Promise.all(all.map((running) => running.kill()))
  }

  async #next(): Promise<ServiceProcess> {
    const next = await (this.#standby ?? this.world.startService('worker'))
    this.#standby = undefined
    await next.begin()
    return next
  }
}
