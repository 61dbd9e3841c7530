import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allEngines } from '../../../src/engines/index.ts'
import { describeWithMysql, mysqlServer, READER, stopMysqlServer } from '../../support/mysql-server.ts'
import { EXECUTE, type FakeBehaviour, type FakeServer, fakeServer, forever } from './fake-server.ts'
import { Unguarded } from './unguarded.ts'
import { newDatabase } from './with-mysql.ts'

const never = () => new AbortController().signal

const MIB = 1024 * 1024

/** Everything that an error prints, with its causes. */
const printed = (error: unknown): string =>
  error instanceof Error
    ? `${error.message} ${error.stack} ${JSON.stringify(error)} ${printed(error.cause)}`
    : String(error)

describe('S42 hostile MySQL server', () => {
  const unguarded = new Unguarded()
  const servers: FakeServer[] = []
  afterAll(async () => {
    await unguarded.close()
    for (const server of servers) await server.close()
  })

  const hostile = async (behaviour: FakeBehaviour, timeoutMs = 30_000) => {
    const server = await fakeServer(behaviour)
    servers.push(server)
    const address = `mysql://ann:geheim@127.0.0.1:${server.port}/shop`
    const result = await unguarded
      .run(address, 'SELECT x FROM t', { timeoutMs, rowsMax: 10, bytesMax: 1_000 })
      .catch((error: unknown) => error)
    expect(printed(result)).not.toContain('geheim')
    return { server, result }
  }

  it.each<[string, FakeBehaviour]>([
    ['sends nothing', { greet: () => {} }],
    ['sends nothing after its greeting', { admit: () => {} }],
    ['does not answer the first command', { answer: () => true }],
  ])('fails with a connect timeout if it %s', async (_, behaviour) => {
    const { result } = await hostile(behaviour, 300)
    expect(result).toMatchObject({ problem: 'database_connect_timeout' })
  })

  it('fails with a query timeout if it does not answer a query', async () => {
    const { result } = await hostile({ answer: (_, command) => command === EXECUTE }, 300)
    expect(result).toMatchObject({ problem: 'query_timeout' })
  })

  it.each<[string, FakeBehaviour]>([
    ['speaks another protocol', { greet: (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n'.repeat(20_000)) }],
    [
      'sends an endless greeting',
      { greet: (socket) => forever(socket, () => socket.write(Buffer.alloc(65_536, 255))) },
    ],
    ['sends broken packets', { admit: (wire) => void wire.packet(Buffer.from([5, 1, 2, 3])) }],
    ['closes the connection', { greet: (socket) => socket.destroy() }],
    ['closes the connection after the login', { answer: (wire) => wire.socket.destroy() !== undefined }],
    ['keeps another sql_mode', { sqlMode: 'ANSI_QUOTES' }],
    [
      'sends packets with unexpected sequence numbers',
      {
        answer(wire) {
          wire.answerTo(76)
          for (let count = 0; count < 100; count++) wire.ok()
          return true
        },
      },
    ],
    [
      'sends endless columns',
      {
        answer(wire, command) {
          if (command !== EXECUTE) return false
          wire.packet(Buffer.from([0xfe, 255, 255, 255, 255, 0, 0, 0, 0]))
          forever(wire.socket, () => wire.column('x'.repeat(200)))
          return true
        },
      },
    ],
  ])('is reported as unreachable or too_large after less than 20 MiB if it %s', async (_, behaviour) => {
    const { server, result } = await hostile(behaviour)
    expect(result).toMatchObject(
      result instanceof Error ? { problem: 'database_unreachable' } : { refusal: { reason: 'too_large' } },
    )
    expect(server.sent()).toBeLessThan(20 * MIB)
  })

  it('is disconnected in an endless row, and the rows before it are returned', async () => {
    const part = Buffer.alloc(0xffffff)
    const { server, result } = await hostile({
      answer(wire, command) {
        if (command !== EXECUTE) return false
        wire.packet(Buffer.from([1]))
        wire.column('x')
        wire.end()
        wire.packet(Buffer.from([0, 0, 2, 0x68, 0x69]))
        forever(wire.socket, () => wire.packet(part))
        return true
      },
    })
    expect(result).toMatchObject({ ok: true, result: { rows: [{ x: 'hi' }], truncated: true } })
    expect(server.sent()).toBeLessThan(120 * MIB)
  })

  it.each([EXECUTE, 0x03])(
    'S41 receives no local file if it requests one in answer to command %i',
    async (requestedAt) => {
      const folder = mkdtempSync(join(tmpdir(), 'tabletalk-infile-'))
      writeFileSync(join(folder, 'secret'), 'the content of a file')
      const { server, result } = await hostile({
        answer(wire, command) {
          if (command === requestedAt)
            wire.packet(Buffer.concat([Buffer.from([0xfb]), Buffer.from(join(folder, 'secret'))]))
          return command === requestedAt
        },
      })
      expect(result).toMatchObject({ problem: 'database_unreachable' })
      expect(server.received().toString('latin1')).not.toContain('the content of a file')
      rmSync(folder, { recursive: true })
    },
  )

  it.each(['mysql_clear_password', 'dialog', 'mysql_old_password', 'toString'])(
    'does not receive the password if it requests authentication by %s',
    async (plugin) => {
      const { server, result } = await hostile({
        admit: (wire) => void wire.packet(Buffer.concat([Buffer.from([0xfe]), Buffer.from(`${plugin}\0scramble\0`)])),
      })
      expect(result).toMatchObject({ problem: 'database_login_failed' })
      expect(server.received().toString('latin1')).not.toContain('geheim')
    },
  )

  it('receives no data if the address requires TLS and it offers none', async () => {
    const server = await fakeServer({})
    servers.push(server)
    const address = `mysql://ann:geheim@127.0.0.1:${server.port}/shop?sslmode=`
    const messages = {
      require: 'does not offer TLS',
      'verify-ca': 'does not offer TLS',
      'verify-full': 'use a host name',
    }
    for (const [mode, message] of Object.entries(messages)) {
      const result = await unguarded.run(address + mode, 'SELECT 1').catch((error: unknown) => error)
      expect(result).toMatchObject({ problem: 'database_unreachable', message: expect.stringContaining(message) })
    }
    expect(server.received()).toHaveLength(0)
  })

  it('on a private address receives no connection unless private hosts are allowed', async () => {
    const server = await fakeServer({})
    servers.push(server)
    const engine = allEngines({ allowPrivateHosts: false }).find(({ name }) => name === 'mysql')
    const describing = engine?.describe(`mysql://ann:geheim@localhost:${server.port}/shop`, never())
    await expect(describing).rejects.toMatchObject({ problem: 'database_unreachable', transient: false })
    expect(server.connections()).toBe(0)
    await engine?.close()
  })
})

describeWithMysql('MySQL login', () => {
  const unguarded = new Unguarded()
  afterAll(async () => {
    await unguarded.close()
    await stopMysqlServer()
  })
  const loginResult = async (change: Partial<URL>) => {
    const address = new URL((await mysqlServer()).address(await newDatabase()))
    Object.assign(address, change)
    const result = await unguarded.run(address.href, 'SELECT 1').catch((error: unknown) => error)
    expect(printed(result)).not.toContain(READER.password)
    expect(printed(result)).not.toContain(encodeURIComponent(READER.password))
    return result
  }

  it('succeeds with the correct address', async () => {
    expect(await loginResult({})).toMatchObject({ ok: true })
  })

  it.each<[string, Partial<URL>, string, RegExp?]>([
    ['a wrong password', { password: 'other' }, 'database_login_failed'],
    ['no password', { password: '' }, 'database_login_failed'],
    ['an unknown user', { username: 'nobody' }, 'database_login_failed'],
    [
      'a database without privileges',
      { pathname: '/mysql' },
      'database_login_failed',
      /no privileges on a database of this name/,
    ],
    ['an unknown database', { pathname: '/tt_nowhere' }, 'database_unreachable'],
    ['a port without a server', { port: '1' }, 'database_unreachable'],
    ['an unknown host', { hostname: 'nowhere.invalid' }, 'database_unreachable'],
  ])('fails for %s, without the password in the error', async (_, change, problem, message = /./) => {
    expect(await loginResult(change)).toMatchObject({ problem, message: expect.stringMatching(message) })
  })
})
