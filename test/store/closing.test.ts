import { randomUUID } from 'node:crypto'
import mongoose from 'mongoose'
import { openStore } from '../../src/store/open-store.ts'
import { createStore } from '../../src/store/store.ts'
import { testServers } from '../support/test-servers.ts'

const KEYS = { addresses: { seal: (plain: Uint8Array) => plain, open: (sealed: Uint8Array) => sealed } }

describe('a closed store', () => {
  it('leaves no connection in memory however often it is opened and closed', async () => {
    const before = mongoose.connections.length
    const connection = await openStore(`${testServers().mongoUri}${randomUUID()}`)
    const store = createStore(connection, { ...KEYS, pepper: new Uint8Array(32) })
    expect(mongoose.connections.length).toBe(before + 1)
    await store.close()
    expect(mongoose.connections.length).toBe(before)
  })

  it('leaves no connection in memory if it could not be opened', async () => {
    const before = mongoose.connections.length
    await expect(openStore('mongodb://127.0.0.1:9/none', { timeoutMs: 50 })).rejects.toThrow()
    expect(mongoose.connections.length).toBe(before)
  })
})
