import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import mongoose from 'mongoose'
import { processIdentity } from '../../../src/local/home/process-identity.ts'
import { addressesOf, expectCleanEnd, readyServers, useHome, whichAnswer } from '../../local/servers-bench.ts'

const own = useHome()

describe('tabletalk servers', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('leaves no process behind after one %s', (signal) =>
    expectCleanEnd(own.home, [signal]),
  )

  it('keeps its data after kill -9 of all processes', async () => {
    const first = await readyServers(own.home)
    const before = await mongoose.createConnection(first.runtime.mongodb_uri ?? '').asPromise()
    await before.collection('notes').insertOne({ text: 'still here' })
    await before.close()
    first.command.kill('SIGKILL')
    for (const { pid } of Object.values(first.runtime.processes)) process.kill(pid, 'SIGKILL')
    await first.command

    const second = await readyServers(own.home)
    const after = await mongoose.createConnection(second.runtime.mongodb_uri ?? '').asPromise()
    expect(await after.collection('notes').countDocuments({ text: 'still here' })).toBe(1)
    await after.close()
    second.command.kill('SIGINT')
    await second.command
  })

  it('restarts with the same addresses after only its starter was killed', async () => {
    const first = await readyServers(own.home)
    first.command.kill('SIGKILL')
    await first.command
    const second = await readyServers(own.home)
    expect(await whichAnswer(second.runtime)).toEqual([true, true])
    expect(addressesOf(second.runtime)).toEqual(addressesOf(first.runtime))
    for (const { pid, identity } of Object.values(first.runtime.processes)) {
      expect(await processIdentity(pid)).not.toBe(identity)
    }
    second.command.kill('SIGINT')
    await second.command
  })

  it('starts beside an API that runs on PORT', async () => {
    const api = createServer().listen(0, '127.0.0.1')
    await once(api, 'listening')
    const { command } = await readyServers(own.home, { port: (api.address() as AddressInfo).port })
    api.close()
    command.kill('SIGINT')
    expect((await command).exitCode).toBe(0)
  })
})
