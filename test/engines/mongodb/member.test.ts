import { addressOf } from '../../../src/engines/mongodb/connect/address.ts'
import { openMember } from '../../../src/engines/mongodb/connect/choose-member.ts'
import { isForgotten } from '../../support/is-forgotten.ts'
import { mongodbServer, stopMongodbServer } from '../../support/mongodb-server.ts'
import { never } from '../contract/contract-bench.ts'

describe('a MongoDB connection', () => {
  afterAll(stopMongodbServer)

  it('keeps no reference to the results it has received', async () => {
    const address = addressOf((await mongodbServer()).address('shop'))
    const member = await openMember(address, { allowPrivateHosts: true, connectionsMax: 1 }, never())
    const forgotten = await isForgotten(() => member.race(Promise.resolve({ rows: [] })))
    await member.close()
    expect(forgotten).toBe(true)
  })
})
