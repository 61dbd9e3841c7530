import { Client, credentials, type Interceptor, type ServiceError, status } from '@grpc/grpc-js'
import { endOnClosedChannel } from '../../src/temporal/closed-channel.ts'

/** Calls an unreachable server over a closed channel. */
const callOnClosedChannel = (...interceptors: readonly Interceptor[]): Promise<ServiceError | null> =>
  new Promise((resolve) => {
    const client = new Client('127.0.0.1:1', credentials.createInsecure())
    client.close()
    const bytes = (value: Buffer): Buffer => value
    const done = (error: ServiceError | null) => resolve(error)
    client.makeUnaryRequest('/service/Method', bytes, bytes, Buffer.alloc(0), { interceptors: [...interceptors] }, done)
  })

const failing: Interceptor = () => {
  throw new Error('a fault in the next interceptor')
}

describe('a call on a closed gRPC channel', () => {
  it('throws without the interceptor', async () => {
    await expect(callOnClosedChannel()).rejects.toThrow('Channel has been shut down')
  })

  it('ends as cancelled with the interceptor', async () => {
    expect(await callOnClosedChannel(endOnClosedChannel)).toMatchObject({ code: status.CANCELLED })
  })

  it('throws every other error', async () => {
    await expect(callOnClosedChannel(endOnClosedChannel, failing)).rejects.toThrow('a fault in the next interceptor')
  })
})
