import { Client, Connection, type WorkflowExecutionDescription, type WorkflowHandle } from '@temporalio/client'
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js'
import { workflowIdOf } from '../../src/ask/rules/turn.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { testServers } from '../support/test-servers.ts'
import { ended } from '../support/turn-steps.ts'
import { waitFor } from '../support/wait-for.ts'

/** A client without our keys, like the tools of an operator. */
let operator: Client
const platforms: Platform[] = []
beforeAll(async () => {
  operator = new Client({ connection: await Connection.connect({ address: testServers().temporalAddress }) })
})
afterAll(async () => {
  await Promise.all(platforms.map((platform) => platform.close()))
  await operator.connection.close()
})

const QUESTION = 'How many customers live in Germany?'

const turnSeenBy = async (
  env: Record<string, string> = {},
): Promise<{
  platform: Platform
  conversationId: string
  handle: WorkflowHandle
  seen: WorkflowExecutionDescription
}> => {
  const platform = await startPlatform({ env })
  platforms.push(platform)
  // On a slow machine, values that could not be read in time at first are available later.
  const { conversation_id: conversationId, turn_id: turnId } = await waitFor('an answer from rows', async () => {
    const { body } = await platform.request('/api/v1/chat/message', { json: { message: QUESTION } })
    return body.data.query_type === 'data_retrieval' && body.data
  })
  const handle = operator.workflow.getHandle(workflowIdOf({ organizationId: 1, conversationId, turnId }))
  await ended(handle)
  return { platform, conversationId, handle, seen: await handle.describe() }
}

describe('an operator in the Temporal UI', () => {
  it('sees the version and workflow build of each task of a turn', async () => {
    const { handle } = await turnSeenBy()
    const { events } = await handle.fetchHistory()
    const done = events?.flatMap(({ workflowTaskCompletedEventAttributes: task }) => task ?? []) ?? []
    expect(done.length).toBeGreaterThan(0)
    for (const { identity, workerVersion } of done) {
      expect(identity).toMatch(/^\d+@\S+ tabletalk@\d+\.\d+\.\d+\+[0-9a-f]{12}$/)
      expect(identity?.split(' ')[1]).toBe(workerVersion?.buildId)
    }
  })

  it('finds a turn by organization, tenant, conversation, database and query type', async () => {
    const { platform, conversationId, seen } = await turnSeenBy()
    const attributes = Object.fromEntries(
      seen.typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]),
    )
    expect(attributes).toMatchObject({
      OrgId: '1',
      TenantId: '1',
      ConversationId: conversationId,
      DatabaseId: platform.access.databaseId,
      QueryType: 'data_retrieval',
    })
  })

  it('reads the database and question in the summary and the progress in the details', async () => {
    const { handle, seen } = await turnSeenBy()
    expect(await seen.staticSummary()).toBe(`shops: ${QUESTION}`)
    const { currentDetails } = await handle.query<{ currentDetails: string }>('__temporal_workflow_metadata')
    expect(currentDetails).toMatch(/drafted a query by `builtin`[\s\S]*ran it: 1 rows[\s\S]*answered in \d+ ms/)
  })

  it('S69: cannot read questions, drafts or rows in the history', async () => {
    const { handle, seen } = await turnSeenBy({ TABLETALK_REDACT: 'true' })
    expect(await seen.staticSummary()).not.toContain('Germany')
    const history = historyToJSON(await handle.fetchHistory())
    const payloads = [...history.matchAll(/"data": ?"([^"]+)"/g)].map(([, data]) =>
      Buffer.from(data ?? '', 'base64').toString(),
    )
    // Input, results of five steps, answer: guards against a check of no payloads.
    expect(payloads.length).toBeGreaterThan(6)
    const clear = payloads.join('\n')
    for (const secret of ['Germany', 'SELECT', 'shop_id']) expect(clear).not.toContain(secret)
  })
})
