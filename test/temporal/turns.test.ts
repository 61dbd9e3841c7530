import { connectTemporal } from '../../src/temporal/connection.ts'
import { temporalTurns } from '../../src/temporal/turns.ts'
import { silentServer } from '../support/silent-server.ts'

/** Status code of a gRPC call. */
const CANCELLED = 1

describe('cancelling a turn', () => {
  it('fails with worker_unavailable within seconds if Temporal does not answer', async () => {
    const silent = await silentServer()
    const turns = temporalTurns(
      connectTemporal({ address: silent.address, namespace: 'default', dataConverter: {} }),
      'queue',
    )
    const cancelling = turns.cancel({ turnId: 't', conversationId: 'c', organizationId: 1 })
    await expect(cancelling).rejects.toMatchObject({ problem: 'worker_unavailable', retryAfterS: 5 })
    silent.close()
    await turns.close()
  }, 30_000)
})

describe('calls of a process that shuts down', () => {
  it('fail immediately with a retryable problem, as do later calls', async () => {
    const silent = await silentServer()
    const turns = temporalTurns(
      connectTemporal({ address: silent.address, namespace: 'default', dataConverter: {} }),
      'queue',
    )
    const turn = { turnId: 't', conversationId: 'c', organizationId: 1 }
    const before = turns.cancel(turn)
    const closing = turns.close()
    await expect(before).rejects.toMatchObject({ problem: 'worker_unavailable' })
    await closing
    await expect(turns.cancel(turn)).rejects.toMatchObject({ problem: 'worker_unavailable' })
    silent.close()
  })
})

describe('a retried call on a closed connection', () => {
  it('ends as cancelled and does not crash the process', async () => {
    const silent = await silentServer()
    const client = connectTemporal({ address: silent.address, namespace: 'default', dataConverter: {} })
    const asked = client.workflowService.describeNamespace({ namespace: 'default' })
    const ended = expect(asked).rejects.toMatchObject({ code: CANCELLED })
    await silent.connected
    await client.connection.close()
    await ended
    silent.close()
  })
})
