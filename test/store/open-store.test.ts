import { randomUUID } from 'node:crypto'
import type { Document } from 'mongodb'
import { openStore } from '../../src/store/open-store.ts'
import { prepareStore } from '../../src/store/readiness/prepare-store.ts'
import { clockFinding, storeFindings } from '../../src/store/readiness/store-findings.ts'
import { StoreUnusable } from '../../src/store/store-unusable.ts'
import { batch, type FakeServer, fakeServer, GREETING, type Request } from '../engines/mongodb/fake-server.ts'
import { testServers } from '../support/test-servers.ts'

const servers: FakeServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

/** Overrides the greeting and the replies of a writable member of the set `rs0`. */
interface Member {
  readonly greeting?: (host: string) => Document
  readonly answer?: (request: Request) => Document | undefined
}

const primary = (host: string) => ({ setName: 'rs0', setVersion: 1, hosts: [host], me: host, primary: host })

const member = async ({ greeting = primary, answer = () => undefined }: Member = {}) => {
  const host = { name: '' }
  const server = await fakeServer({
    handle: (request) => {
      if (/^(hello|isMaster|ismaster)$/.test(request.command)) {
        request.answer({ ...GREETING, ...greeting(host.name) })
        return true
      }
      if (request.command === 'endSessions') return false
      const reads = ['find', 'listIndexes', 'aggregate'].includes(request.command)
      const usual = reads ? batch('any', []) : { ok: 1, n: 1, nModified: 1 }
      request.answer(answer(request) ?? usual)
      return true
    },
  })
  host.name = server.host
  servers.push(server)
  return server
}

const NOT_WRITABLE = { ismaster: false, isWritablePrimary: false, secondary: false }
const refusing = (code: number, command?: string) => (request: Request) =>
  command === undefined || request.command === command
    ? { ok: 0, code, errmsg: 'secret words of the server', codeName: 'Any' }
    : undefined

describe('opening an unusable store', () => {
  it.each<[string, Member, RegExp]>([
    [
      'its replica set is not initiated',
      { greeting: () => ({ ...NOT_WRITABLE, isreplicaset: true, info: 'Does not have a valid replica set config' }) },
      /replica set of 127\.0\.0\.1:\d+ is not initiated: run rs\.initiate\(\)/,
    ],
    [
      'it is a member of no replica set',
      { greeting: () => ({}) },
      /member of no replica set, and the address says replicaSet=rs0/,
    ],
    [
      'it is a member of another replica set',
      { greeting: (host) => ({ ...primary(host), setName: 'other' }) },
      /member of the replica set other, and the address says replicaSet=rs0/,
    ],
    [
      'its replica set has no primary',
      {
        greeting: (host) => ({
          ...NOT_WRITABLE,
          secondary: true,
          setName: 'rs0',
          setVersion: 1,
          hosts: [host],
          me: host,
        }),
      },
      /no primary now: more than half of its members/,
    ],
    ['its user lacks a role', { answer: refusing(13) }, /role readWrite/],
    ['its user or password is wrong', { answer: refusing(18) }, /rejects the user name or password.*authSource/],
    ['its disk is full', { answer: refusing(14_031) }, /disk is full/],
  ])('fails with the cause and the remedy if %s', async (_, script, sentence) => {
    const server = await member(script)
    const uri = `mongodb://user:hidden@${server.host}/db?replicaSet=rs0`.replace(
      'user:hidden@',
      script.answer === undefined ? 'user:hidden@' : '',
    )
    // A refusal needs no wait, so a slow machine may take its time.
    const opening = openStore(uri, { timeoutMs: script.answer === undefined ? 150 : 10_000 })
    await expect(opening).rejects.toThrow(StoreUnusable)
    await expect(opening).rejects.toThrow(sentence)
    await expect(opening).rejects.not.toThrow(/hidden|secret/)
  })

  it('retries until the store is usable', async () => {
    let isInitiated = false
    const server = await member({
      greeting: (host) => (isInitiated ? primary(host) : { ...NOT_WRITABLE, isreplicaset: true }),
    })
    const retries: string[] = []
    const onRetry = ({ message }: StoreUnusable) => {
      retries.push(message)
      isInitiated = true
    }
    const uri = `mongodb://${server.host}/db?replicaSet=rs0`
    const connection = await openStore(uri, { timeoutMs: 150, waitMs: 60_000, retryMs: 1, onRetry })
    await connection.close()
    expect(retries).toEqual([expect.stringContaining('rs.initiate()')])
  })

  it('does not retry with a rejected password', async () => {
    const server = await member({ answer: refusing(18) })
    const retries: string[] = []
    const opening = openStore(`mongodb://${server.host}/db`, {
      timeoutMs: 150,
      waitMs: 60_000,
      retryMs: 1,
      onRetry: ({ message }) => void retries.push(message),
    })
    await expect(opening).rejects.toThrow(/password/)
    expect(retries).toEqual([])
  })
})

describe('a store that refuses an index', () => {
  /** `listIndexes` replies with the existing indexes. */
  const refusingIndexes = (code: number, standing: readonly Document[]) => (request: Request) =>
    request.command === 'listIndexes'
      ? batch(request.document.listIndexes, standing)
      : refusing(code, 'createIndexes')(request)

  it('because its disk is full reports that for each index', async () => {
    const server = await member({ answer: refusingIndexes(14_031, []) })
    const { indexes } = await prepareStore(`mongodb://${server.host}/db`, { migrations: [] })
    expect(indexes.standing).toBe(0)
    expect(new Set(indexes.missing.map(({ because }) => because))).toEqual(
      new Set([expect.stringContaining('disk is full')]),
    )
  })

  it.each([50, 64, 112, 262])('temporarily (%i) asks for a retry and not for a repair', async (code) => {
    const server = await member({ answer: refusingIndexes(code, []) })
    const preparing = prepareStore(`mongodb://${server.host}/db`, { migrations: [] })
    await expect(preparing).rejects.toThrow(
      `cannot be used: the operation failed temporarily (${code}): try again. Check MONGODB_URI`,
    )
  })

  it('for lack of rights is usable if the index exists', async () => {
    const standing = [{ key: { organizationId: 1, nameKey: 1 }, name: 'made by another', unique: true }]
    const server = await member({ answer: refusingIndexes(13, standing) })
    const { indexes } = await prepareStore(`mongodb://${server.host}/db`, { migrations: [] })
    const names = indexes.missing.filter(({ unique }) => unique).map(({ collection }) => collection)
    expect(names.toSorted()).toEqual([
      'api_keys',
      'databases',
      'evaluation_runs',
      'organizations',
      'patterns',
      'users',
      'users',
      'webhooks',
    ])
    expect(indexes.missing[0]?.because).toContain('readWrite')
  })
})

describe('tabletalk doctor', () => {
  it('reports a store clock that is more than a few seconds off', async () => {
    const at = (ms: number) => () => ({ localTime: new Date(Date.now() + ms) })
    const [late, fine] = [await member({ greeting: at(-31_000) }), await member({ greeting: at(1_000) })]
    const found = async (server: FakeServer) =>
      (await storeFindings(`mongodb://${server.host}/db`)).find(({ what }) => what === 'store clock')
    expect(await found(late)).toMatchObject({
      state: 'absent',
      detail: expect.stringMatching(/3[01] s behind this machine/),
    })
    expect(await found(fine)).toMatchObject({ state: 'found' })
    expect(clockFinding([{ host: 'a', aheadMs: 9_000 }]).detail).toBe('the clock of a is 9 s ahead of this machine’s')
  })

  it('reports the readiness of a store and the reason for each missing index', async () => {
    const { mongoUri } = testServers()
    const uri = `${mongoUri}t${randomUUID().replaceAll('-', '')}`
    expect((await storeFindings(uri))[0]).toMatchObject({
      state: 'absent',
      detail: expect.stringMatching(/version 0 of \d+; 0 indexes exist\nthe store is not prepared/),
    })
    await prepareStore(uri)
    expect((await storeFindings(uri))[0]).toMatchObject({
      state: 'found',
      detail: expect.stringMatching(/^version (\d+) of \1;/),
    })
    const connection = await openStore(uri)
    const patterns = connection.collection<{ _id: string }>('patterns')
    await patterns.dropIndex('organizationId_1_databaseId_1_questionKey_1')
    const twice = { organizationId: 1, databaseId: 'shop', questionKey: 'secret question' }
    await patterns.insertMany([
      { _id: 'one', ...twice },
      { _id: 'two', ...twice },
    ])
    await connection.collection('jobs').dropIndex('organizationId_1_kind_1_createdAt_-1__id_-1')
    await connection.close()
    const [use] = await storeFindings(uri)
    expect(use?.detail.split('\n').slice(1).toSorted()).toEqual([
      expect.stringMatching(
        /^index of jobs \(organizationId, kind, createdAt, _id\) is missing: it has not been created yet/,
      ),
      expect.stringMatching(
        /^index of patterns \(.*\) is missing: several documents have the same organizationId, databaseId, questionKey/,
      ),
    ])
    expect(JSON.stringify(use)).not.toContain('secret')
  })

  it('reports missing indexes of a store that is too slow to explain them', async () => {
    const answer = (request: Request) =>
      request.command === 'listIndexes' ? batch(request.document.listIndexes, []) : refusing(50, 'aggregate')(request)
    const server = await member({ answer })
    const [use] = await storeFindings(`mongodb://${server.host}/db`)
    expect(use?.detail).toContain('the store is not prepared')
  })

  it('reports why a reachable store is unusable', async () => {
    const server = await member({ greeting: () => ({ ...NOT_WRITABLE, isreplicaset: true }) })
    const [use] = await storeFindings(`mongodb://${server.host}/db?replicaSet=rs0&serverSelectionTimeoutMS=150`)
    expect(use).toMatchObject({ state: 'missing', detail: expect.stringContaining('rs.initiate()') })
  })
})
