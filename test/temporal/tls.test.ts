import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readConfig } from '../../src/config.ts'
import type { TemporalTls } from '../../src/temporal/access.ts'
import { diagnoseConnection } from '../../src/temporal/diagnose-connection.ts'
import { type Authority, makeAuthority } from '../support/certificates.ts'
import { type GrpcProxy, grpcProxy, tlsProxy } from '../support/grpc-proxy.ts'
import { startPlatform } from '../support/platform.ts'
import { testServers } from '../support/test-servers.ts'

let folder: string
let ours: Authority
let foreign: Authority
let open: GrpcProxy
let mutual: GrpcProxy
const NAME = 'temporal.test'
const { temporalAddress } = testServers()

const file = (name: string, content: string): string => {
  writeFileSync(path.join(folder, name), content)
  return path.join(folder, name)
}
/** The settings of a client with a certificate signed by `signer`. */
const settings = (address: string, signer: Authority) => {
  const { cert, key } = signer.sign('client.test')
  return {
    TEMPORAL_ADDRESS: address,
    TEMPORAL_TLS_SERVER_CA_CERT_PATH: file('ca.pem', ours.cert),
    TEMPORAL_TLS_SERVER_NAME: NAME,
    TEMPORAL_TLS_CLIENT_CERT_PATH: file('client.pem', `${cert}${signer.cert}`),
    TEMPORAL_TLS_CLIENT_KEY_PATH: file('client.key', key),
  }
}
const credentials = (environment: Record<string, string>) => readConfig(environment).temporal.credentials

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'tabletalk-tls-'))
  ours = makeAuthority()
  foreign = makeAuthority()
  const server = ours.sign(NAME)
  open = await tlsProxy(temporalAddress, server)
  mutual = await tlsProxy(temporalAddress, { ...server, clientsBy: ours.cert })
})
afterAll(async () => {
  await Promise.all([open.close(), mutual.close()])
  rmSync(folder, { recursive: true })
})

describe('a Temporal behind mutual TLS', () => {
  it('serves the API and the worker under a server name that differs from its address', async () => {
    const platform = await startPlatform({ env: settings(mutual.address, ours) })
    const { status } = await platform.request('/api/v1/chat/message', {
      json: { message: 'How many customers are there?' },
    })
    await platform.close()
    expect(status).toBe(200)
  })

  it.each<[string, (at: string) => { address: string; tls?: TemporalTls | undefined }, RegExp | undefined]>([
    ['a valid certificate', (address) => ({ address, ...credentials(settings(address, ours)) }), undefined],
    ['no TLS', (address) => ({ address }), /requires TLS: set TEMPORAL_TLS=true/],
    [
      'no certificate',
      (address) => ({ address, tls: { serverName: NAME, authority: ours.cert } }),
      /rejects the client certificate\. Check TEMPORAL_TLS_CLIENT_CERT_PATH/,
    ],
    [
      'a certificate of a foreign authority',
      (address) => ({ address, ...credentials(settings(address, foreign)) }),
      /rejects the client certificate/,
    ],
    [
      'a wrong authority',
      (address) => ({ address, tls: { serverName: NAME, authority: foreign.cert } }),
      /signed by an unknown authority.*TEMPORAL_TLS_SERVER_CA_CERT_PATH/,
    ],
    ['no authority', (address) => ({ address, tls: { serverName: NAME } }), /signed by an unknown authority/],
    [
      'the wrong name',
      (address) => ({ address, tls: { authority: ours.cert } }),
      /is not valid for 127\.0\.0\.1: set TEMPORAL_TLS_SERVER_NAME/,
    ],
  ])('is diagnosed for a client with %s', async (_, access, said) => {
    const diagnosis = await diagnoseConnection(access(mutual.address))
    if (said === undefined) expect(diagnosis).toBeUndefined()
    else expect(diagnosis).toMatch(said)
  })

  it('is distinguished from a server without TLS, a closed port and a proxy without a server', async () => {
    const closing = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
    await once(closing, 'listening')
    const closingAddress = `127.0.0.1:${Object(closing.address()).port}`
    const closed = /the server closes connections immediately/
    expect(await diagnoseConnection({ address: temporalAddress })).toBeUndefined()
    expect(await diagnoseConnection({ address: temporalAddress, tls: {} })).toMatch(/does not use TLS: unset/)
    expect(await diagnoseConnection({ address: closingAddress })).toMatch(closed)
    expect(await diagnoseConnection({ address: closingAddress, tls: {} })).toMatch(closed)
    closing.close()
    expect(await diagnoseConnection({ address: closingAddress })).toMatch(/connection refused/)
    expect(await diagnoseConnection({ address: 'nowhere.invalid:7233' })).toMatch(/unknown host name nowhere/)
  })
})

describe('the Temporal TLS settings', () => {
  const mistakes = (environment: Record<string, string>): string => {
    try {
      readConfig({ TEMPORAL_ADDRESS: 'temporal:7233', ...environment })
    } catch (error) {
      return error instanceof Error ? error.message : ''
    }
    return ''
  }
  const CERTIFICATE = 'TEMPORAL_TLS_CLIENT_CERT_PATH'
  const KEY = 'TEMPORAL_TLS_CLIENT_KEY_PATH'
  const AUTHORITY = 'TEMPORAL_TLS_SERVER_CA_CERT_PATH'

  it('enable TLS by themselves, like an API key', () => {
    const at = { TEMPORAL_ADDRESS: 'temporal:7233' }
    expect(credentials(at).tls).toBeUndefined()
    expect(credentials({ ...at, TEMPORAL_TLS: 'true' }).tls).toEqual({})
    expect(credentials({ ...at, TEMPORAL_API_KEY: 'k' })).toEqual({ apiKey: 'k', tls: {} })
    expect(credentials({ ...at, TEMPORAL_API_KEY_FILE: file('api.key', 'k\n') })).toEqual({ apiKey: 'k', tls: {} })
    expect(credentials({ ...at, [AUTHORITY]: file('ca.pem', ours.cert) }).tls).toEqual({ authority: ours.cert })
    expect(credentials({ ...at, TEMPORAL_TLS_SERVER_NAME: NAME }).tls).toEqual({ serverName: NAME })
  })

  it('are ignored without TEMPORAL_ADDRESS', () => {
    const absent = path.join(folder, 'absent')
    expect(credentials({ TEMPORAL_API_KEY: 'k', TEMPORAL_TLS: 'true', [AUTHORITY]: absent })).toEqual({})
  })

  it('are reported with all errors at once, by variable and file', () => {
    const garbage = file('garbage.pem', '-----BEGIN CERTIFICATE-----\nbm90aGluZw==\n-----END CERTIFICATE-----\n')
    const said = mistakes({
      [CERTIFICATE]: path.join(folder, 'absent'),
      [KEY]: garbage,
      [AUTHORITY]: garbage,
      TABLETALK_SECRET_FILE: '/absent',
    })
    expect(
      said
        .split('\n')
        .slice(1)
        .map((line) => line.trim())
        .toSorted(),
    ).toEqual([
      'TABLETALK_SECRET_FILE: /absent does not exist',
      `${CERTIFICATE}: ${folder}/absent does not exist`,
      `${KEY}: ${garbage} contains no PEM private key, which starts with -----BEGIN PRIVATE KEY-----`,
      `${AUTHORITY}: ${garbage} contains no PEM certificate, which starts with -----BEGIN CERTIFICATE-----`,
    ])
  })

  it('must match each other', () => {
    const [one, other] = [ours.sign('one'), ours.sign('other')]
    const certificate = file('one.pem', one.cert)
    const key = file('other.key', other.key)
    expect(mistakes({ [CERTIFICATE]: certificate, [KEY]: key })).toContain(
      `${KEY}: ${key} does not match the certificate in ${certificate}`,
    )
    expect(mistakes({ [CERTIFICATE]: certificate })).toContain(`${KEY}: is required by ${CERTIFICATE}`)
    expect(mistakes({ [KEY]: key })).toContain(`${CERTIFICATE}: is required by ${KEY}`)
    expect(mistakes({ [AUTHORITY]: certificate, TEMPORAL_TLS: 'false' })).toContain(
      `${AUTHORITY}: cannot be combined with TEMPORAL_TLS=false`,
    )
    expect(mistakes({ [CERTIFICATE]: certificate, [KEY]: file('one.key', one.key) })).toBe('')
  })
})

describe('a Temporal API key', () => {
  it('is sent with every call of the API and of the worker', async () => {
    const missing: string[] = []
    let calls = 0
    const counting = await grpcProxy(temporalAddress, (at, headers) => {
      calls += 1
      if (headers.authorization !== 'Bearer tmprl-key') missing.push(at)
      return undefined
    })
    const env = { TEMPORAL_ADDRESS: counting.address, TEMPORAL_API_KEY: 'tmprl-key', TEMPORAL_TLS: 'false' }
    const platform = await startPlatform({ env })
    const { status } = await platform.request('/api/v1/chat/message', {
      json: { message: 'How many customers are there?' },
    })
    await platform.close()
    await counting.close()
    expect([status, missing]).toEqual([200, []])
    expect(calls).toBeGreaterThan(5)
  })
})
