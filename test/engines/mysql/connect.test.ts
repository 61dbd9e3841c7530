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

/** All that an error says, at any depth. */
const said = (error: unknown): string =>
  error instanceof Error
    ? `${error.message} ${error.stack} ${JSON.stringify(error)} ${said(error.cause)}`
    : String(error)

describe('S42 a server that means no good', () => {
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
    const ended = await unguarded
      .run(address, 'SELECT x FROM t', { timeoutMs, rowsMax: 10, bytesMax: 1_000 })
      .catch((error: unknown) => error)
    expect(said(ended)).not.toContain('geheim')
    return { server, ended }
  }

  it.each<[string, FakeBehaviour]>([
    ['says nothing', { greet: () => {} }],
    ['says nothing after its greeting', { admit: () => {} }],
    ['says nothing to the first command', { answer: () => true }],
  ])('is given up when it %s', async (_, behaviour) => {
    const { ended } = await hostile(behaviour, 300)
    expect(ended).toMatchObject({ problem: 'database_connect_timeout' })
  })

  it('is given up when it says nothing to a query', async () => {
    const { ended } = await hostile({ answer: (_, command) => command === EXECUTE }, 300)
    expect(ended).toMatchObject({ problem: 'query_timeout' })
  })

  it.each<[string, FakeBehaviour]>([
    ['speaks another protocol', { greet: (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n'.repeat(20_000)) }],
    ['greets without end', { greet: (socket) => forever(socket, () => socket.write(Buffer.alloc(65_536, 255))) }],
    ['sends broken packets', { admit: (wire) => void wire.packet(Buffer.from([5, 1, 2, 3])) }],
    ['hangs up', { greet: (socket) => socket.destroy() }],
    ['hangs up after the login', { answer: (wire) => wire.socket.destroy() !== undefined }],
    ['keeps other settings', { sqlMode: 'ANSI_QUOTES' }],
    [
      'is out of step',
      {
        answer(wire) {
          wire.answerTo(76)
          for (let count = 0; count < 100; count++) wire.ok()
          return true
        },
      },
    ],
    [
      'sends columns without end',
      {
        answer(wire, command) {
          if (command !== EXECUTE) return false
          wire.packet(Buffer.from([0xfe, 255, 255, 255, 255, 0, 0, 0, 0]))
          forever(wire.socket, () => wire.column('x'.repeat(200)))
          return true
        },
      },
    ],
  ])('is unreachable, and not listened to for long, when it %s', async (_, behaviour) => {
    const { server, ended } = await hostile(behaviour)
    expect(ended).toMatchObject(
      ended instanceof Error ? { problem: 'database_unreachable' } : { refusal: { reason: 'too_large' } },
    )
    expect(server.sent()).toBeLessThan(20 * MIB)
  })

  it('is cut off in a row without end, and the rows before it are kept', async () => {
    const part = Buffer.alloc(0xffffff)
    const { server, ended } = await hostile({
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
    expect(ended).toMatchObject({ ok: true, result: { rows: [{ x: 'hi' }], truncated: true } })
    expect(server.sent()).toBeLessThan(120 * MIB)
  })

  it.each([EXECUTE, 0x03])(
    'S41 gets no file of this machine, whichever command (%i) it asks for one',
    async (asked) => {
      const folder = mkdtempSync(join(tmpdir(), 'tabletalk-infile-'))
      writeFileSync(join(folder, 'secret'), 'the content of a file')
      const { server, ended } = await hostile({
        answer(wire, command) {
          if (command === asked) wire.packet(Buffer.concat([Buffer.from([0xfb]), Buffer.from(join(folder, 'secret'))]))
          return command === asked
        },
      })
      expect(ended).toMatchObject({ problem: 'database_unreachable' })
      expect(server.received().toString('latin1')).not.toContain('the content of a file')
      rmSync(folder, { recursive: true })
    },
  )

  it.each(['mysql_clear_password', 'dialog', 'mysql_old_password', 'toString'])(
    'is not told the password, though it asks for it by %s',
    async (plugin) => {
      const { server, ended } = await hostile({
        admit: (wire) => void wire.packet(Buffer.concat([Buffer.from([0xfe]), Buffer.from(`${plugin}\0scramble\0`)])),
      })
      expect(ended).toMatchObject({ problem: 'database_login_failed' })
      expect(server.received().toString('latin1')).not.toContain('geheim')
    },
  )

  it('is told nothing of the user where the address requires encryption and it offers none', async () => {
    const server = await fakeServer({})
    servers.push(server)
    const address = `mysql://ann:geheim@127.0.0.1:${server.port}/shop?sslmode=`
    const said = { require: 'does not offer TLS', 'verify-ca': 'does not offer TLS', 'verify-full': 'use a host name' }
    for (const [mode, message] of Object.entries(said)) {
      const ended = await unguarded.run(address + mode, 'SELECT 1').catch((error: unknown) => error)
      expect(ended).toMatchObject({ problem: 'database_unreachable', message: expect.stringContaining(message) })
    }
    expect(server.received()).toHaveLength(0)
  })

  it('is not even called on a private address, unless that is allowed', async () => {
    const server = await fakeServer({})
    servers.push(server)
    const engine = allEngines({ allowPrivateHosts: false }).find(({ name }) => name === 'mysql')
    const describing = engine?.describe(`mysql://ann:geheim@localhost:${server.port}/shop`, never())
    await expect(describing).rejects.toMatchObject({ problem: 'database_unreachable', transient: false })
    expect(server.connections()).toBe(0)
    await engine?.close()
  })
})

describeWithMysql('a login at a real server', () => {
  const unguarded = new Unguarded()
  afterAll(async () => {
    await unguarded.close()
    await stopMysqlServer()
  })
  const endOf = async (change: Partial<URL>) => {
    const address = new URL((await mysqlServer()).address(await newDatabase()))
    Object.assign(address, change)
    const ended = await unguarded.run(address.href, 'SELECT 1').catch((error: unknown) => error)
    expect(said(ended)).not.toContain(READER.password)
    expect(said(ended)).not.toContain(encodeURIComponent(READER.password))
    return ended
  }

  it('works', async () => {
    expect(await endOf({})).toMatchObject({ ok: true })
  })

  it.each<[string, Partial<URL>, string, RegExp?]>([
    ['a wrong password', { password: 'other' }, 'database_login_failed'],
    ['no password', { password: '' }, 'database_login_failed'],
    ['an unknown user', { username: 'nobody' }, 'database_login_failed'],
    [
      'a database of others',
      { pathname: '/mysql' },
      'database_login_failed',
      /no privileges on a database of this name/,
    ],
    ['an unknown database', { pathname: '/tt_nowhere' }, 'database_unreachable'],
    ['a port where nobody listens', { port: '1' }, 'database_unreachable'],
    ['a host without an address', { hostname: 'nowhere.invalid' }, 'database_unreachable'],
  ])('is told about %s', async (_, change, problem, message = /./) => {
    expect(await endOf(change)).toMatchObject({ problem, message: expect.stringMatching(message) })
  })
})
