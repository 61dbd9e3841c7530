import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { silentProgress } from '../../../src/local/progress.ts'
import { PortTaken, portForApi, portForServer } from '../../../src/local/servers/ports.ts'
import { parseHostPort } from '../../../src/local/servers/probe.ts'

let holder: Server
let usedPort: number

beforeAll(async () => {
  holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  usedPort = (holder.address() as AddressInfo).port
})

afterAll(() => {
  holder.close()
})

describe('portForServer and portForApi', () => {
  it('choose a free port with a note if the default port of a server is in use', async () => {
    const notes: string[] = []
    const port = await portForServer(usedPort, 'the store', { ...silentProgress, note: (text) => notes.push(text) })
    expect(port).not.toBe(usedPort)
    expect(notes).toEqual([`Port ${usedPort} is already in use; the store uses port ${port}.`])
  })

  it('refuse a configured PORT that is in use, and name the setting', async () => {
    const refusal = portForApi(usedPort)
    await expect(refusal).rejects.toBeInstanceOf(PortTaken)
    await expect(refusal).rejects.toThrow(/PORT/)
  })

  it('choose any free port for PORT=0', async () => {
    expect(await portForApi(0)).toBeGreaterThan(0)
  })
})

describe('parseHostPort', () => {
  it.each([
    ['localhost:7233', { host: 'localhost', port: 7233 }],
    ['temporal', { host: 'temporal', port: 7233 }],
    ['[::1]:99', { host: '::1', port: 99 }],
  ])('parses %s', (address, expected) => {
    expect(parseHostPort(address, 7233)).toEqual(expected)
  })
})
