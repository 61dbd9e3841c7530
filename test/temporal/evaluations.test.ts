import { connectTemporal } from '../../src/temporal/connection.ts'
import { temporalEvaluations } from '../../src/temporal/evaluations.ts'
import { silentServer } from '../support/silent-server.ts'

const ID = { organizationId: 1, evaluationId: 'e' }

describe('waiting for the result of an evaluation', () => {
  it('rejects with the reason of its signal, before the call and while the server is silent', async () => {
    const silent = await silentServer()
    const client = connectTemporal({ address: silent.address, namespace: 'default', dataConverter: {} })
    const evaluations = temporalEvaluations(client, 'queue')
    const enough = new Error('enough')
    await expect(evaluations.result(ID, AbortSignal.abort(enough))).rejects.toBe(enough)
    const watching = new AbortController()
    const result = evaluations.result(ID, watching.signal)
    watching.abort(enough)
    await expect(result).rejects.toBe(enough)
    await client.connection.close()
    silent.close()
  })
})
