import type { Observation } from '../../src/platform/observation.ts'
import { reconcileIndexSchedule } from '../../src/temporal/index-schedule.ts'
import { beginUpkeep } from '../../workers/upkeep.ts'
import { type GrpcProxy, grpcProxy } from '../support/grpc-proxy.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { testServers } from '../support/test-servers.ts'
import { waitFor } from '../support/wait-for.ts'

const PERMISSION_DENIED = 7
const REFUSALS = 2

let proxy: GrpcProxy
let platform: Platform
const observed: Observation[] = []
let createRequests = 0
beforeAll(async () => {
  proxy = await grpcProxy(testServers().temporalAddress, (path) =>
    path.endsWith('/CreateSchedule') && ++createRequests <= REFUSALS ? PERMISSION_DENIED : undefined,
  )
  platform = await startPlatform({
    worker: false,
    observe: (observation) => observed.push(observation),
    env: { TEMPORAL_ADDRESS: proxy.address, TABLETALK_INDEX_HOURS: '24' },
  })
})
afterAll(async () => {
  await reconcileIndexSchedule(platform.app.temporal.client, platform.app.config.temporal.taskQueue, undefined)
  await platform.close()
  await proxy.close()
})

describe('the indexing schedule', () => {
  it('is created by a retry after Temporal refused it, and the refusal is reported once', async () => {
    const { app } = platform
    let rounds = 0
    const resumeRemovals = async () => void rounds++
    const end = beginUpkeep({ ...app, organizations: { ...app.organizations, resumeRemovals } }, 5)
    const schedule = app.temporal.client.schedule.getHandle(`index-due/${app.config.temporal.taskQueue}`)
    await waitFor('the schedule', () =>
      schedule.describe().then(
        () => true,
        () => false,
      ),
    )
    const before = rounds
    await waitFor('more rounds', async () => rounds > before + 3)
    end()
    expect(createRequests).toBe(REFUSALS + 1)
    expect(observed.filter(({ kind }) => kind === 'indexing_start_failed')).toHaveLength(1)
  })
})

describe('billing reconciliation', () => {
  it('runs repeatedly until the worker stops', async () => {
    const { app } = platform
    const signals: AbortSignal[] = []
    const reconcileDue = async (signal: AbortSignal) => void signals.push(signal)
    const end = beginUpkeep({ ...app, billing: { ...app.billing, reconcileDue } }, 5)
    await waitFor('some rounds', async () => signals.length > 2)
    expect(signals[0]?.aborted).toBe(false)
    end()
    expect(new Set(signals).size).toBe(1)
    expect(signals[0]?.aborted).toBe(true)
  })
})
