import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { connectStore } from '../../src/store/connection.ts'
import { type Authority, makeAuthority } from '../support/certificates.ts'
import { type GrpcProxy, tlsProxy } from '../support/grpc-proxy.ts'
import { describeWithRedis, type RedisServer, startRedis } from '../support/redis-server.ts'
import { testServers } from '../support/test-servers.ts'

let folder: string
let authority: Authority
let file: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tabletalk-authority-'))
  authority = makeAuthority()
  file = path.join(folder, 'ca.pem')
  writeFileSync(file, authority.cert)
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('a store with a certificate of a private CA', () => {
  it('accepts a connection only with tlsCAFile in its address', async () => {
    const front = await tlsProxy(new URL(testServers().mongoUri).host, authority.sign('IP:127.0.0.1'))
    const address = `mongodb://${front.address}/private?directConnection=true&tls=true`
    await expect(connectStore(address, 500)).rejects.toThrow(/certificate/)
    const connection = await connectStore(`${address}&tlsCAFile=${encodeURIComponent(file)}`)
    await connection.close()
    await front.close()
  })
})

describeWithRedis('a Redis server with a certificate of a private CA', () => {
  let redis: RedisServer
  let front: GrpcProxy
  beforeAll(async () => {
    redis = await startRedis()
    front = await tlsProxy(new URL(redis.url).host, authority.sign('IP:127.0.0.1'))
  })
  afterAll(async () => {
    await front.close()
    await redis.stop()
  })

  it('accepts a connection only from a process with NODE_EXTRA_CA_CERTS', async () => {
    const module = path.resolve('src/platform/redis/redis-connection.ts')
    const script = `import { connectRedis } from ${JSON.stringify(module)}
      const redis = await connectRedis(process.argv[1])
      console.log(await redis.ask((client) => client.ping()))
      await redis.close()`
    const words = ['--input-type=module', '-e', script, `rediss://${front.address}`]
    const run = (env: Record<string, string>) =>
      promisify(execFile)(process.execPath, words, { env: { PATH: process.env.PATH, ...env } })
    expect((await run({ NODE_EXTRA_CA_CERTS: file })).stdout).toBe('PONG\n')
    await expect(run({})).rejects.toThrow(/Redis does not answer/)
  })
})
