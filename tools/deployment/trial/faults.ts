import { setTimeout as sleep } from 'node:timers/promises'
import { docker } from '../docker/docker.ts'
import type { Stack } from '../stack/stack.ts'
import { type UpgradeSettings, upgradesOf } from './upgrades.ts'

/** One thing that an operator, or an accident, does to a container while people ask. */
export interface Fault {
  readonly what: string
  readonly service: Service
  /** @returns what went wrong, unless the clients see it themselves */
  happen(stack: Stack): Promise<string | undefined>
}

const SERVICES = ['api', 'worker', 'temporal', 'postgres', 'redis', 'proxy', 'mongo'] as const
export type Service = (typeof SERVICES)[number]

const AWAY_MS = 1_000
const PAUSED_MS = 20_000

/** The last of the containers of a service: where it has several, another one goes on. */
const oneOf = async (stack: Stack, service: Service): Promise<string> => {
  const container = (await stack.containers(service)).at(-1)
  if (container === undefined) throw new Error(`${service} has no container`)
  return container.name
}

/** Each leaves the container to come back; that it is ready again is for the caller to wait for. */
const DEEDS: Readonly<Record<string, (stack: Stack, service: Service) => Promise<void>>> = {
  stopped: async (stack, service) => {
    const name = await oneOf(stack, service)
    await docker(['stop', name])
    await sleep(AWAY_MS)
    await docker(['start', name])
  },
  killed: async (stack, service) => {
    const name = await oneOf(stack, service)
    await docker(['kill', name])
    await sleep(AWAY_MS)
    await docker(['start', name])
  },
  'paused for 20 s': async (stack, service) => {
    const name = await oneOf(stack, service)
    await docker(['pause', name])
    try {
      await sleep(PAUSED_MS)
    } finally {
      await docker(['unpause', name])
    }
  },
  replaced: async (stack, service) => {
    await stack.compose(['up', '--detach', '--no-deps', '--no-build', '--force-recreate', service])
  },
}

/** The upgrade and the way back, then every deed on every service. */
export const faultsOf = (upgrade: UpgradeSettings): readonly Fault[] => [
  ...upgradesOf(upgrade),
  ...SERVICES.flatMap((service) =>
    Object.entries(DEEDS).map(([name, deed]) => ({
      what: `${service} ${name}`,
      service,
      happen: async (stack: Stack) => {
        await deed(stack, service)
        return undefined
      },
    })),
  ),
]

const READY_WITHIN_MS = 120_000
const LOOK_AGAIN_MS = 500

/** Waits until every container of a service runs, and says that it is well. @throws Error where one never does */
export const untilBack = async (stack: Stack, service: Service): Promise<void> => {
  const deadline = Date.now() + READY_WITHIN_MS
  for (;;) {
    const containers = await stack.containers(service)
    const away = containers.filter(
      ({ state, health }) => state !== 'running' || (health !== '' && health !== 'healthy'),
    )
    if (containers.length > 0 && away.length === 0) return
    if (Date.now() > deadline)
      throw new Error(`${away.map(({ name }) => name).join(', ')}: not back within two minutes`)
    await sleep(LOOK_AGAIN_MS)
  }
}
