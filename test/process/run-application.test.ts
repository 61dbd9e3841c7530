import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import getPort from 'get-port'
import { readConfig } from '../../src/config.ts'
import { homeFiles } from '../../src/local/home/home.ts'
import { acceptsConnections } from '../../src/local/servers/probe.ts'
import { type RunningApplication, runApplication } from '../../src/platform/process/run-application.ts'
import { connectStore } from '../../src/store/connection.ts'
import { sealerFor, storeKeys } from '../../src/store/sealer.ts'
import { createStore, type Store } from '../../src/store/store.ts'
import { payloadCodec } from '../../src/temporal/codec.ts'
import { connectTemporal, type TemporalClient } from '../../src/temporal/connection.ts'
import { reconcileIndexSchedule } from '../../src/temporal/index-schedule.ts'
import { SECRET } from '../support/platform.ts'
import { testBundle, testServers } from '../support/test-servers.ts'
import { waitFor } from '../support/wait-for.ts'

const name = `t${randomUUID().replaceAll('-', '')}`
let home: string
let application: RunningApplication
let store: Store
let temporal: TemporalClient
let respondedBefore: boolean | undefined
beforeAll(async () => {
  const { temporalAddress, demoFile, mongoUri: serverUri } = testServers()
  const mongoUri = `${serverUri}${name}`
  home = await mkdtemp(path.join(tmpdir(), 'tabletalk-application-'))
  await mkdir(homeFiles(home).logs, { recursive: true })
  const config = readConfig({ TABLETALK_TASK_QUEUE: name, TABLETALK_INDEX_HOURS: '24', LOG_LEVEL: 'silent' })
  const apiPort = await getPort()
  const servers = { temporalAddress, mongoUri, temporalUi: undefined, codecSecret: undefined, apiPort }
  store = createStore(await connectStore(mongoUri), storeKeys(SECRET, []))
  const dataConverter = { payloadCodecs: [payloadCodec(sealerFor('payloads', SECRET, []))] }
  temporal = connectTemporal({ address: temporalAddress, namespace: config.temporal.namespace, dataConverter })
  application = await runApplication(
    config,
    { home, secret: SECRET, ...servers },
    { demoFile, bundle: await testBundle() },
    async () => {
      respondedBefore = await acceptsConnections({ host: '127.0.0.1', port: apiPort })
    },
  )
}, 120_000)
afterAll(async () => {
  await reconcileIndexSchedule(temporal, name, undefined)
  await application.stop()
  await temporal.connection.close()
  await store.close()
  await rm(home, { recursive: true, force: true })
})

describe('the API of the demo', () => {
  it('responds only after the access to it was announced', () => {
    expect(respondedBefore).toBe(false)
  })
})

describe('the catalog of the demo database', () => {
  it('is indexed before the first question, and not again by the first scheduled run', async () => {
    const { organization_id: organizationId, database_id: databaseId } = application.demo
    const catalog = await store.catalogs.find({ organizationId }, databaseId)
    expect(catalog?.columns.flatMap(({ values }) => values).length).toBeGreaterThan(0)
    const run = await waitFor('a run', async () => {
      const { info } = await temporal.schedule.getHandle(`index-due/${name}`).describe()
      const action = info.recentActions.at(-1)?.action
      return action?.type === 'startWorkflow' && action.workflow
    })
    await waitFor('its end', async () => {
      const { status } = await temporal.workflow.getHandle(run.workflowId, run.firstExecutionRunId).describe()
      return status.name === 'COMPLETED'
    })
    expect((await store.catalogs.find({ organizationId }, databaseId))?.madeAt).toBe(catalog?.madeAt)
    expect(await store.jobs.listIndexJobs({ organizationId }, { page: 1, pageSize: 1 })).toMatchObject({ total: 0 })
  })
})
