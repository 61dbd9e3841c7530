import { once } from 'node:events'
import { createServer } from 'node:http'
import path from 'node:path'
import { execa } from 'execa'

const PROGRAM = path.join(import.meta.dirname, '../../bin/healthy')

describe('The health check of a container', () => {
  let [status, asked, port] = [200, '', 0]
  const server = createServer(({ url = '' }, res) => {
    asked = url
    res.writeHead(status).end('{"status":"ok"}')
  })
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const address = server.address()
    port = typeof address === 'object' && address !== null ? address.port : 0
  })
  afterAll(async () => {
    const closed = once(server, 'close')
    server.close()
    await closed
  })

  const check = async (env: Readonly<Record<string, string>>) =>
    await execa('bash', [PROGRAM], { env: { TABLETALK_METRICS: '', PORT: '', ...env }, reject: false })

  it.each([
    ['the port of the metrics', () => ({ TABLETALK_METRICS: `0.0.0.0:${port}`, PORT: '1' })],
    ['a port of the metrics without a host', () => ({ TABLETALK_METRICS: `${port}` })],
    ['the port of an API without metrics', () => ({ PORT: `${port}` })],
  ])('passes if /healthz responds with 200 on %s', async (_, env) => {
    status = 200
    const { exitCode, stdout } = await check(env())
    expect([exitCode, stdout, asked]).toEqual([0, '/healthz: 200', '/healthz'])
  })

  it('fails if the process responds with an error', async () => {
    status = 503
    const { exitCode, stdout } = await check({ PORT: `${port}` })
    expect([exitCode, stdout]).toEqual([1, '/healthz: 503'])
  })

  it('fails if no process listens', async () => {
    expect((await check({ PORT: '1' })).exitCode).toBe(1)
  })
})
