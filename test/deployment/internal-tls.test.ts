import { X509Certificate } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import { z } from 'zod'
import { findOnPath } from '../../src/local/programs/on-path.ts'
import { compose, composeConfig } from './compose-config.ts'

const FOLDER = path.join(import.meta.dirname, '../../deploy/compose')
const SERVER = '1.3.6.1.5.5.7.3.1'
const CLIENT = '1.3.6.1.5.5.7.3.2'
/** What each certificate is for, and its first name. */
const USES = {
  clients: [[CLIENT], 'DNS:tabletalk'],
  mongo: [[SERVER, CLIENT], 'DNS:mongo'],
  postgres: [[SERVER], 'DNS:postgres'],
  redis: [[SERVER], 'DNS:redis'],
  temporal: [[SERVER, CLIENT], 'DNS:temporal'],
} as const
const READERS = Object.keys(USES)
const DAY_MS = 86_400_000

const openssl = await findOnPath('openssl')
const describeWithOpenssl = openssl === undefined ? describe.skip : describe

describeWithOpenssl(`Certificates of an installation${openssl === undefined ? ' (skipped: no openssl)' : ''}`, () => {
  let root: string
  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'tabletalk-certificates-'))
    const folders = ['app', 'postgres', 'mongo', 'redis', 'proxy', 'ui', 'ca', ...READERS.map((name) => `tls-${name}`)]
    await Promise.all(folders.map((folder) => mkdir(path.join(root, 'secrets', folder), { recursive: true })))
    // Owners are for root to set.
    await writeFile(path.join(root, 'chown'), '#!/bin/sh\n')
    await chmod(path.join(root, 'chown'), 0o755)
  })
  afterAll(() => rm(root, { recursive: true, force: true }))

  const secrets = (words: readonly string[], script = path.join(FOLDER, 'certificates')) =>
    execa('sh', [path.join(FOLDER, 'secrets'), ...words], {
      env: {
        PATH: `${root}:${process.env.PATH}`,
        SECRETS_ROOT: path.join(root, 'secrets'),
        SECRETS_CERTIFICATES: script,
      },
    })
  const text = (file: string) => readFile(path.join(root, 'secrets', file), 'utf8')
  const certificateOf = async (reader: string) => new X509Certificate(await text(`tls-${reader}/certificate.pem`))
  const fingerprints = () => Promise.all(READERS.map(async (reader) => (await certificateOf(reader)).fingerprint256))

  it('are signed by its authority, one for each server and one for the clients of Temporal, for their use only', async () => {
    await secrets(['make'])
    const authority = new X509Certificate(await text('ca/certificate'))
    for (const [reader, [uses, name]] of Object.entries(USES)) {
      const certificate = await certificateOf(reader)
      expect(certificate.verify(authority.publicKey)).toBe(true)
      expect([certificate.ca, certificate.keyUsage]).toEqual([false, [...uses]])
      expect(certificate.subjectAltName?.split(', ')[0]).toBe(name)
      expect(await text(`tls-${reader}/ca.pem`)).toBe(authority.toString())
    }
  })

  it('leave the key of the authority with the job that makes them', async () => {
    const key = await text('ca/key')
    const files = await readdir(path.join(root, 'secrets'), { recursive: true, withFileTypes: true })
    const others = files.filter((file) => file.isFile() && !file.parentPath.endsWith('/ca'))
    const held = await Promise.all(others.map((file) => readFile(path.join(file.parentPath, file.name), 'utf8')))
    expect(held.length).toBeGreaterThan(20)
    expect(held.filter((each) => each.includes(key.trim()))).toEqual([])
  })

  it('stay until their last 30 days, and are renewed by the same authority then or on request', async () => {
    const authority = await text('ca/certificate')
    const first = await fingerprints()
    await secrets(['make'])
    expect(await fingerprints()).toEqual(first)
    await secrets(['new', 'certificates'])
    expect((await fingerprints()).filter((each) => first.includes(each))).toEqual([])

    const ending = path.join(root, 'ending')
    const script = await readFile(path.join(FOLDER, 'certificates'), 'utf8')
    await writeFile(ending, script.replace('YEAR=365', 'YEAR=20'))
    await secrets(['new', 'certificates'], ending)
    const endOf = async () => (await certificateOf('redis')).validToDate.getTime() - Date.now()
    expect(await endOf()).toBeLessThan(30 * DAY_MS)
    await secrets(['make'])
    expect(await endOf()).toBeGreaterThan(300 * DAY_MS)
    expect(await text('ca/certificate')).toBe(authority)
  })

  it('come with the addresses of MongoDB and Redis over TLS, which follow a new password', async () => {
    await secrets(['new', 'redis_password'])
    const [plain, tls] = [await text('app/redis_url'), await text('app/redis_url_tls')]
    expect(tls).toBe(plain.replace('redis://', 'rediss://'))
    expect(await text('app/mongodb_uri_tls')).toBe(
      `${await text('app/mongodb_uri')}&tls=true&tlsCAFile=/run/tls/ca.pem`,
    )
  })
})

const Services = z.object({
  services: z.record(
    z.string(),
    z.object({
      environment: z.record(z.string(), z.string().nullable()).default({}),
      volumes: z.array(z.object({ source: z.string(), target: z.string() })).default([]),
    }),
  ),
})

const describeWithCompose = compose === undefined ? describe.skip : describe
describeWithCompose('docker-compose.internal-tls.yml', () => {
  it('gives each server its own certificate, clients of Temporal one, and the key of the authority only to its job', async () => {
    const files = ['docker-compose.yml', 'docker-compose.internal-tls.yml']
    const { services } = Services.parse(JSON.parse(await composeConfig(files)))
    const holders = Object.entries(services).flatMap(([name, { volumes }]) =>
      volumes.flatMap(({ source, target }) => (target === '/run/tls' ? [`${name}: ${source}`] : [])),
    )
    const clients = ['api', 'demo', 'mongo-replica-set', 'prepare', 'temporal-namespace', 'temporal-ui', 'worker']
    const servers = ['mongo', 'postgres', 'redis', 'temporal'].map((name) => `${name}: tls-${name}`)
    const all = [...clients.map((name) => `${name}: tls-clients`), ...servers, 'temporal-schema: tls-temporal']
    expect(holders.toSorted()).toEqual(all.toSorted())
    const withAuthority = Object.entries(services).filter(([, { volumes }]) =>
      volumes.some(({ source }) => source === 'ca'),
    )
    expect(withAuthority.map(([name]) => name)).toEqual(['secrets'])
    for (const name of ['api', 'worker', 'prepare', 'demo'])
      expect(services[name]?.environment).toMatchObject({
        MONGODB_URI_FILE: '/run/secrets/mongodb_uri_tls',
        REDIS_URL_FILE: '/run/secrets/redis_url_tls',
        TEMPORAL_TLS_CLIENT_CERT_PATH: '/run/tls/certificate.pem',
      })
    expect(services.temporal?.environment.TEMPORAL_TLS_REQUIRE_CLIENT_AUTH).toBe('true')
  })
})
