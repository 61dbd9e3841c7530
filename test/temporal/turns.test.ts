import { connectTemporal } from '../../src/temporal/connection.ts'
import { temporalTurns } from '../../src/temporal/turns.ts'
import { silentServer } from '../support/silent-server.ts'

/** The status of a gRPC call. */
const CANCELLED = 1

describe('a request to cancel', () => {
  it('says that the service is unavailable when Temporal does not answer, within some seconds', async () => {
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

describe('calls of a process that ends', () => {
  it('are over at once, and so are those that begin later, with an answer that lets callers ask again', async () => {
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

describe('a call that would be tried again on a closed connection', () => {
  it('ends as cancelled, and the process goes on', async () => {
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
