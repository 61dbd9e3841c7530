import { Client } from '../load/client.ts'
import type { ServiceProcess } from '../world/service-process.ts'
import type { World } from '../world/world.ts'

const ROLES = ['api', 'api', 'worker', 'worker'] as const

/** Two APIs and two workers, all at work; whichever is killed can be started again. */
export class Crew {
  readonly world: World
  readonly client: Client
  readonly #members: (ServiceProcess | undefined)[] = ROLES.map(() => undefined)

  constructor(world: World) {
    this.world = world
    this.client = new Client({ journal: world.journal, key: world.access.key, places: () => this.#places() })
  }

  /** Starts whoever is not there. */
  async complete(): Promise<void> {
    await Promise.all(
      ROLES.map(async (role, index) => {
        if (this.#members[index]?.alive === true) return
        const member = await this.world.startService(role)
        if (role === 'worker') await member.begin()
        this.#members[index] = member
      }),
    )
  }

  /** @param index 0 or 1 */
  member(role: 'api' | 'worker', index: number): ServiceProcess | undefined {
    return this.#members[ROLES.indexOf(role) + index]
  }

  async killAll(): Promise<void> {
    await Promise.all(this.#members.map((member) => member?.kill()))
  }

  #places(): readonly string[] {
    return [0, 1].flatMap((index) => {
      const api = this.member('api', index)
      return api?.alive === true ? [`http://127.0.0.1:${api.port}`] : []
    })
  }
}
