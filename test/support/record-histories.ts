import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js'
import { removalWorkflowId } from '../../src/domain/access/removal.ts'
import { workflowIdOf } from '../../src/domain/ask/turn.ts'
import globalSetup from './global-setup.ts'
import globalTeardown from './global-teardown.ts'
import { modelAnswers } from './model-answers.ts'
import { type Platform, startPlatform } from './platform.ts'
import { rejected, type Script, startScriptedModel } from './scripted-model.ts'

/** Stack traces of failures hold it; a history belongs to no machine. */
const ROOT = path.join(import.meta.dirname, '../..')

/**
 * Records one history of each kind of turn, and one of a removal, into `test/histories`, to be replayed by every later
 * version of the workflows: `npm run record -- 0.1`, or `npm run record -- 0.1 removed` for one kind. Recorded histories
 * are never changed; a new version adds its own.
 */
const [version = 'unreleased', only] = process.argv.slice(2)

const write = async (platform: Platform, kind: string, workflowId: string): Promise<void> => {
  const history = await platform.app.temporal.workflow.getHandle(workflowId).fetchHistory()
  await writeFile(
    path.join(import.meta.dirname, '../histories', `${version}-${kind}.json`),
    `${historyToJSON(history).replaceAll(`file://${ROOT}/`, '').replaceAll(`${ROOT}/`, '')}\n`,
  )
  console.log(`recorded ${version}-${kind}: ${history.events?.length} events`)
}

const record = async (kind: string, message: string, script?: Script): Promise<void> => {
  if (only !== undefined && only !== kind) return
  const model = script === undefined ? undefined : await startScriptedModel(script)
  const env =
    model === undefined
      ? {}
      : { TABLETALK_MODEL: 'openai:scripted', OPENAI_API_KEY: 'none', OPENAI_BASE_URL: model.baseUrl }
  const platform = await startPlatform({ env })
  await platform.request('/api/v1/chat/message', { json: { message } })
  const { body } = await platform.request('/api/v1/chat/history')
  const [{ id, conversation_id: conversationId }] = body.data.messages
  const workflowId = workflowIdOf({ organizationId: 1, conversationId, turnId: id.split('.')[0] })
  await write(platform, kind, workflowId)
  await platform.close()
  await model?.close()
}

/** Of an organization that has asked a question, in two looks. */
const recordRemoval = async (kind: string): Promise<void> => {
  if (only !== undefined && only !== kind) return
  const platform = await startPlatform()
  const { app, access } = platform
  await platform.request('/api/v1/chat/message', { json: { message: 'How many orders were placed last month?' } })
  const { organizationId } = access
  await app.store.markLeaving({ organizationId }, { entryId: 'recorded' })
  const input = { organizationId, entryId: 'recorded', settleMs: 50 }
  await app.removals.start(input)
  await app.temporal.workflow.getHandle(removalWorkflowId(input)).result()
  await write(platform, kind, removalWorkflowId(input))
  await platform.close()
}

await globalSetup()
try {
  await record('answered', 'How many orders were placed last month?')
  await record('small-talk', 'hello')
  await record(
    'repaired',
    'How many customers are there?',
    modelAnswers(['SELECT count(*) AS n FROM custmers', 'SELECT count(*) AS n FROM customers']),
  )
  await recordRemoval('removed')
  await record('failed', 'How many customers are there?', () => ({ ...rejected('no such key'), status: 401 }))
} finally {
  await globalTeardown()
}
process.exit()
