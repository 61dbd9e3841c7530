import { ConnectionString } from 'mongodb-connection-string-url'
import { parseStoreAddress } from '../../src/store/store-address.ts'
import { clockMs } from '../measure/clock.ts'
import { type DelayingProxy, delayingProxy } from '../measure/delaying-proxy.ts'
import { median } from '../measure/quantile.ts'
import { longestChain, type StoreCommand, within } from '../measure/store-commands.ts'
import { type Servers, type StartedService, startService } from './turn-kind.ts'

/** What a turn of one client asks of a store that responds after a delay. */
export interface StoreCost {
  readonly delayMs: number
  /** Mean number of commands. */
  readonly commands: number
  /** Median number of sequential round trips between request and response. */
  readonly chain: number
  readonly p50Ms: number
  /** Mean number of commands by name, most frequent first. */
  readonly byName: readonly (readonly [name: string, count: number])[]
}

const WARM = 5
const TURNS = 20

/**
 * Counts the store commands of turns, once for each delay. Command monitoring has a cost of its own, so it runs on a separate
 * service, which reaches the store through a proxy.
 */
export const storeCosts = async (servers: Servers, delays: readonly number[]): Promise<readonly StoreCost[]> => {
  const [host] = parseStoreAddress(servers.mongoUri).hosts
  if (host === undefined || !('host' in host)) throw new Error('the store must be at a host and port')
  const proxy = await delayingProxy(host)
  const service = await startService(servers, throughProxy(servers.mongoUri, proxy.port))
  const costs: StoreCost[] = []
  for (const delayMs of delays) costs.push(await storeCost(service, proxy, delayMs))
  proxy.setDelay(0)
  await service.stop()
  await proxy.close()
  return costs
}

const throughProxy = (uri: string, port: number): string => {
  const address = new ConnectionString(uri)
  address.hosts = [`127.0.0.1:${port}`]
  // Otherwise the driver of a replica set connects to its members, past the proxy.
  address.searchParams.set('directConnection', 'true')
  address.searchParams.set('monitorCommands', 'true')
  return address.href
}

const storeCost = async (
  { turn, commands: takeCommands }: StartedService,
  proxy: DelayingProxy,
  delayMs: number,
): Promise<StoreCost> => {
  proxy.setDelay(delayMs)
  // Opens as many connections as a turn needs at once: opening one is a round trip that later turns do not wait for.
  for (let at = 0; at < WARM; at++) await turn.ask()
  await takeCommands()
  const all: StoreCommand[] = []
  const chains: number[] = []
  const times: number[] = []
  for (let at = 0; at < TURNS; at++) {
    const beganMs = clockMs()
    await turn.ask()
    const endedMs = clockMs()
    const commands = await takeCommands()
    all.push(...commands)
    chains.push(longestChain(within(commands, { beganMs, endedMs })))
    times.push(endedMs - beganMs)
  }
  const byName = [...Map.groupBy(all, ({ name }) => name)].map(([name, { length }]) => [name, length / TURNS] as const)
  return {
    delayMs,
    commands: all.length / TURNS,
    chain: median(chains),
    p50Ms: median(times),
    byName: byName.toSorted(([, one], [, other]) => other - one),
  }
}
