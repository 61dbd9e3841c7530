import type { Client } from '@temporalio/client'
import proto from '@temporalio/proto'
import { SEARCH_ATTRIBUTES } from '../ask/rules/turn.ts'
import { grpcCode } from './temporal-errors.ts'

const INVALID_ARGUMENT = 3
const ALREADY_EXISTS = 6
const PERMISSION_DENIED = 7
const UNIMPLEMENTED = 12
const UNAUTHENTICATED = 16

/** gRPC statuses for clients without administrative permission; Temporal Cloud never allows this call. */
const REFUSALS: readonly number[] = [PERMISSION_DENIED, UNIMPLEMENTED, UNAUTHENTICATED]

const WITHIN_MS = 10_000

/** A namespace lacks search attributes and this process may not create them. The message contains the commands to do so. */
export class SearchAttributesMissing extends Error {
  override readonly name = 'SearchAttributesMissing'

  constructor(namespace: string, missing: readonly string[]) {
    const plain = missing.map((name) => ` --name ${name} --type Keyword`).join('')
    const cloud = missing.map((name) => ` --search-attribute ${name}=Keyword`).join('')
    super(
      `The namespace ${namespace} lacks the search attributes ${missing.join(', ')}, and this process has no permission to create them. Create them with an account that has it: ` +
        `temporal operator search-attribute create --namespace ${namespace}${plain}; on Temporal Cloud: tcld namespace search-attributes add --namespace ${namespace}${cloud}`,
    )
  }
}

/**
 * Creates the missing search attributes of turns in a namespace.
 * @throws SearchAttributesMissing if some are missing and this process may not create them
 */
export const ensureSearchAttributes = (client: Client, namespace: string): Promise<void> =>
  client.withDeadline(Date.now() + WITHIN_MS, async () => {
    try {
      await createMissing(client, namespace)
    } catch (error) {
      if (!REFUSALS.includes(grpcCode(error) ?? -1)) throw error
      const missing = await missingAttributes(client, namespace)
      if (missing.length > 0) throw new SearchAttributesMissing(namespace, missing)
    }
  })

const createMissing = async (client: Client, namespace: string): Promise<void> => {
  const { IndexedValueType } = proto.temporal.api.enums.v1
  const { operatorService } = client.connection
  const { customAttributes } = await operatorService.listSearchAttributes({ namespace })
  const missing = SEARCH_ATTRIBUTES.filter((name) => customAttributes[name] === undefined)
  if (missing.length === 0) return
  const searchAttributes = Object.fromEntries(
    missing.map((name) => [name, IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD]),
  )
  try {
    await operatorService.addSearchAttributes({ namespace, searchAttributes })
  } catch (error) {
    if (grpcCode(error) !== ALREADY_EXISTS) throw error
  }
}

/** Missing search attributes, found by queries, which need no administrative permission. */
const missingAttributes = async (client: Client, namespace: string): Promise<string[]> => {
  const missing: string[] = []
  for (const name of SEARCH_ATTRIBUTES) {
    try {
      await client.workflowService.countWorkflowExecutions({ namespace, query: `${name} = 'any'` })
    } catch (error) {
      if (grpcCode(error) !== INVALID_ARGUMENT) throw error
      missing.push(name)
    }
  }
  return missing
}
