import { lookup } from 'node:dns/promises'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allEngines } from '../../../src/engines/index.ts'
import { withAuthority } from '../../../src/engines/shared/connect/authority.ts'
import { type Authority, type Certificate, makeAuthority } from '../../support/certificates.ts'
import { hasMysql, startOwn } from '../../support/mysql-server.ts'
import { startPostgres } from '../../support/postgres-server.ts'
import { waitFor } from '../../support/wait-for.ts'
import { never } from '../contract/contract-bench.ts'
import { onServer } from '../postgres/fixture-database.ts'

/** A server whose certificate can be replaced. */
interface EncryptedServer {
  /** With a host name, because `verify-full` compares names. */
  readonly address: string
  setCertificate(certificate: Certificate): Promise<void>
  stop(): Promise<void>
}

const HOST = 'localhost'

const postgres = async (): Promise<EncryptedServer> => {
  const ip = await lookup(HOST, { verbatim: true })
  const server = await startPostgres([`listen_addresses=127.0.0.1,${ip.address}`])
  const write = (name: string, pem: string) => {
    const lines = pem
      .trim()
      .split('\n')
      .map((line) => `('${line}')`)
    return `COPY (VALUES ${lines.join()}) TO PROGRAM 'umask 077; cat > ${name}'`
  }
  await onServer(server.address, (client) => client.query('CREATE TABLE t (id int PRIMARY KEY)'))
  const url = new URL(server.address)
  url.hostname = HOST
  return {
    address: url.href,
    setCertificate: ({ cert, key }) =>
      onServer(server.address, async (client) => {
        await client.query(write('server.crt', cert))
        await client.query(write('server.key', key))
        await client.query('ALTER SYSTEM SET ssl = on')
        const { rows } = await client.query('SELECT pg_reload_conf(), pg_conf_load_time()::text AS loaded')
        await waitFor('the new certificate', async () => {
          const { rows: now } = await client.query('SELECT pg_conf_load_time()::text AS loaded')
          return now[0]?.loaded !== rows[0]?.loaded
        })
      }),
    stop: server.stop,
  }
}

const mysql = async (): Promise<EncryptedServer> => {
  const folder = mkdtempSync(join(tmpdir(), 'tabletalk-tls-'))
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const put = (certificate: Certificate) => {
    writeFileSync(cert, certificate.cert)
    writeFileSync(key, certificate.key, { mode: 0o600 })
  }
  put(makeAuthority().sign(HOST))
  const { address } = await lookup(HOST, { verbatim: true })
  const server = await startOwn([`--ssl-cert=${cert}`, `--ssl-key=${key}`, `--bind-address=${address}`])
  const name = server.newName()
  await server.admin.query(`CREATE DATABASE ${name}`)
  await server.admin.query(`CREATE TABLE ${name}.t (id INT PRIMARY KEY)`)
  const url = new URL(server.address(name))
  url.hostname = HOST
  return {
    address: url.href,
    async setCertificate(certificate) {
      put(certificate)
      await server.admin.query('FLUSH SSL')
    },
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

describe.each([
  { name: 'postgres', start: postgres, plain: startPostgres, here: true },
  { name: 'mysql', start: mysql, plain: startOwn, here: hasMysql },
])('TLS to a $name server', ({ name, start, plain, here }) => {
  if (!here && process.env.CI === undefined) {
    it.skip('is not tested: no such server is available', () => {})
    return
  }
  let server: EncryptedServer
  let authority: Authority
  beforeAll(async () => {
    authority = makeAuthority()
    server = await start()
    await server.setCertificate(authority.sign(HOST))
  }, 120_000)
  afterAll(async () => {
    await server?.stop()
  })

  /** Describes with a new engine, which has no open connection. */
  const outcome = async (address: string): Promise<string> => {
    const engine = allEngines({ allowPrivateHosts: true }).find((one) => one.name === name)
    try {
      if (engine === undefined) throw new Error('no such engine')
      await engine.describe(address, never())
      return 'connected'
    } catch (error) {
      return error instanceof Error ? error.message : 'unknown'
    } finally {
      await engine?.close()
    }
  }
  const by = (mode: string, pem?: string): string => {
    const address = `${server.address}?sslmode=${mode}`
    return pem === undefined ? address : withAuthority(address, pem)
  }

  it.each(['disable', 'prefer', 'require'])('accepts a certificate of any authority with sslmode=%s', async (mode) => {
    expect(await outcome(by(mode))).toBe('connected')
  })

  it.each(['require', 'verify-ca', 'verify-full'])(
    'accepts a certificate of the given authority with sslmode=%s',
    async (mode) => {
      expect(await outcome(by(mode, authority.cert))).toBe('connected')
      expect(await outcome(by(mode, makeAuthority().cert + authority.cert))).toBe('connected')
    },
  )

  it('accepts only certificates of the given authority without an sslmode', async () => {
    expect(await outcome(withAuthority(server.address, authority.cert))).toBe('connected')
    expect(await outcome(withAuthority(server.address, makeAuthority().cert))).toMatch(/signed by an unknown authority/)
  })

  it.each(['verify-ca', 'verify-full'])(
    'rejects a certificate of an unknown authority with sslmode=%s',
    async (mode) => {
      for (const address of [by(mode), by(mode, makeAuthority().cert)])
        expect(await outcome(address)).toMatch(/signed by an unknown authority.*--ca/)
    },
  )

  it('rejects a certificate for another host with verify-full, and accepts it with verify-ca', async () => {
    await server.setCertificate(authority.sign('other.example'))
    expect(await outcome(by('verify-full', authority.cert))).toMatch(/for another host.*verify-ca/)
    expect(await outcome(by('verify-ca', authority.cert))).toBe('connected')
    await server.setCertificate(authority.sign(HOST))
    expect(await outcome(by('verify-full', authority.cert))).toBe('connected')
  })

  it.each(['disable', 'prefer'])('rejects a certificate authority together with sslmode=%s', async (mode) => {
    expect(await outcome(by(mode, authority.cert))).toMatch(/verify-ca or verify-full/)
  })

  it('names the sslmode to use if a server does not offer TLS', async () => {
    const other = await plain()
    const address = 'ownerAddress' in other ? other.ownerAddress('mysql') : other.address
    try {
      for (const mode of ['require', 'verify-ca', 'verify-full'])
        expect(await outcome(`${address}?sslmode=${mode}`)).toMatch(
          name === 'mysql' && mode === 'verify-full' ? /use a host name/ : /does not offer TLS.*sslmode=prefer/,
        )
      expect(await outcome(`${address}?sslmode=prefer`)).toMatch(/connected|no table/)
    } finally {
      await other.stop()
    }
  }, 120_000)
})
