import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { historyFromJSON } from '@temporalio/common/lib/proto-utils.js'
import { DefaultLogger, Runtime, Worker, type WorkflowBundle } from '@temporalio/worker'
import { aesSealer, deriveKey } from '../../src/store/sealer.ts'
import { payloadCodec } from '../../src/temporal/codec.ts'
import { bundleWorkflows } from '../../workers/bundle-workflows.ts'
import { SECRET } from '../support/platform.ts'

const HISTORIES = path.join(import.meta.dirname, '../histories')
const dataConverter = { payloadCodecs: [payloadCodec(aesSealer(deriveKey(SECRET, 'payloads')))] }

let bundle: WorkflowBundle
beforeAll(async () => {
  Runtime.install({ logger: new DefaultLogger('ERROR') })
  bundle = await bundleWorkflows()
})

describe('the workflow bundle', () => {
  it('contains no driver, no model and no web server', () => {
    expect(bundle.code).not.toMatch(/node_modules\/(mongoose|mongodb|@?langchain|express|pino)\b/)
  })
})

describe('a workflow that started under an earlier version', () => {
  const recorded = readdirSync(HISTORIES).filter((name) => name.endsWith('.json'))

  it('is covered by recorded histories', () => {
    expect(recorded.length).toBeGreaterThanOrEqual(2)
  })

  it.each(recorded)('continues under this version: %s', async (name) => {
    const history = historyFromJSON(JSON.parse(readFileSync(path.join(HISTORIES, name), 'utf8')))
    await Worker.runReplayHistory({ workflowBundle: bundle, dataConverter }, history)
  })
})
