import { Client, Connection } from '@temporalio/client'
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js'
import { workflowIdOf } from '../../src/ask/rules/turn.ts'

/** A payload in its JSON form, as the Temporal UI has it. */
export interface SealedPayload {
  readonly metadata: Readonly<Record<string, string>>
  readonly data: string
}

/** The input of a turn of the demo organization as stored in Temporal, without the keys. */
export const sealedPayload = async (
  address: string,
  { conversation_id, turn_id }: { conversation_id: string; turn_id: string },
): Promise<SealedPayload> => {
  const connection = await Connection.connect({ address })
  const workflowId = workflowIdOf({ organizationId: 1, conversationId: conversation_id, turnId: turn_id })
  const history = await new Client({ connection }).workflow.getHandle(workflowId).fetchHistory()
  await connection.close()
  const [started] = JSON.parse(historyToJSON(history)).events
  return started.workflowExecutionStartedEventAttributes.input.payloads[0]
}
