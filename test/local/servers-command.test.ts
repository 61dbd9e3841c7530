import { once } from 'node:events'
import mongoose from 'mongoose'
import { HomeInUse } from '../../src/local/home/lock-home.ts'
import { readRuntime } from '../../src/local/home/runtime-file.ts'
import { testServers } from '../support/test-servers.ts'
import { waitFor } from '../support/wait-for.ts'
import { expectCleanEnd, groupsOf, readyServers, runServers, useHome, whichAnswer } from './servers-bench.ts'

const testHome = useHome()

describe('tabletalk servers', () => {
  it('leaves no process behind when npm and the terminal both forward Ctrl-C', () =>
    expectCleanEnd(testHome.home, ['SIGINT', 'SIGINT', 'SIGINT']))

  it('prints the address of a configured store without its credentials', async () => {
    const { mongoUri, temporalAddress } = testServers()
    const { host } = new URL(mongoUri)
    const secrets = 'tlsCertificateKeyFilePassword=s3cret-of-a-file&appName=s3cret-of-an-option'
    const command = runServers(testHome.home, {
      env: { MONGODB_URI: `mongodb://${host}/given?${secrets}`, TEMPORAL_ADDRESS: temporalAddress },
    })
    await once(command.stdout, 'data')
    command.kill('SIGINT')
    const { all, exitCode } = await command
    expect([exitCode, all]).toEqual([0, expect.stringContaining(`MONGODB_URI=mongodb://${host}/given\n`)])
    expect(all).not.toContain('s3cret')
  })

  it('starts no server if a configured server cannot be reached, and names that server', async () => {
    const { mongoUri } = testServers()
    const settings = { MONGODB_URI: mongoUri, TEMPORAL_ADDRESS: '127.0.0.1:9' }
    const { exitCode, all } = await runServers(testHome.home, { env: settings })
    expect({ exitCode, all }).toEqual({
      exitCode: 1,
      all: expect.stringMatching(
        /^Temporal cannot be reached at 127\.0\.0\.1:9: connection refused\. .*TEMPORAL_ADDRESS.*\nStart this server, .*runs one locally\.$/,
      ),
    })
    const bothUnreachable = { MONGODB_URI: 'mongodb://me:s3cret@127.0.0.1:9/x', TEMPORAL_ADDRESS: '127.0.0.1:9' }
    const { all: both } = await runServers(testHome.home, { env: bothUnreachable })
    expect(both).toMatch(/^The store cannot be reached\. MONGODB_URI: 127\.0\.0\.1:9 does not answer\nTemporal/)
    expect(both).not.toContain('s3cret')
    expect((await readRuntime(testHome.home))?.processes ?? {}).toEqual({})
  })

  it('runs once per home folder: the second of two concurrent starts fails with a message', async () => {
    const [first, second] = [runServers(testHome.home), runServers(testHome.home)]
    const { exitCode, all } = await Promise.race([first, second])
    expect(exitCode).toBe(1)
    expect(all).toContain(new HomeInUse(testHome.home, 0, undefined).message.slice(0, 25))
    const runtime = await waitFor('the servers of the other command', async () => {
      const found = await readRuntime(testHome.home)
      return found?.mongodb_uri === undefined ? undefined : found
    })
    expect(await whichAnswer(runtime)).toEqual([true, true])
    for (const command of [first, second]) command.kill('SIGINT')
    await Promise.all([first, second])
  })

  it('restarts a killed server on the same port with the same data', async () => {
    const { command, runtime } = await readyServers(testHome.home)
    const connection = await mongoose.createConnection(runtime.mongodb_uri ?? '').asPromise()
    await connection.collection('notes').insertOne({ text: 'still here' })
    for (const { pid } of Object.values(runtime.processes)) process.kill(pid, 'SIGKILL')
    await waitFor('both servers', async () => (await whichAnswer(runtime)).every((answer) => answer))
    expect(await connection.collection('notes').countDocuments({})).toBe(1)
    await connection.close()
    command.kill('SIGINT')
    expect((await command).exitCode).toBe(0)
    const remaining = await groupsOf(runtime)
    expect(remaining).toEqual([])
  })
})
