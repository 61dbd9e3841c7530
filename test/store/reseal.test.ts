import { fieldCipher } from '../../src/store/sealed.ts'
import { aesSealer } from '../../src/store/sealer.ts'
import { NEW, OLD, type SealedStores, sealedStores } from './store-fixture.ts'

const OWN = { organizationId: 1 }
const FIELDS = { url: 'https://hooks.example/', events: null, description: '' }

let stores: SealedStores
let connection: SealedStores['connection']
let withKeys: SealedStores['withKeys']
beforeAll(async () => {
  stores = await sealedStores()
  ;({ connection, withKeys } = stores)
})
afterAll(() => stores.close())

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n)

describe('sealed values', () => {
  it('are resealed in every document across batches, and other documents stay unchanged', async () => {
    const { sealText } = fieldCipher(aesSealer(OLD))
    const factor = (_id: number) => ({ id: `f${_id}`, secret: sealText(`code ${_id}`), confirmedAt: new Date() })
    const documents = numbers(1_203).map((n) => ({
      _id: n + 2,
      organizationId: 1,
      email: `${n}@shop.example`,
      emailKey: `${n}@shop.example`,
      uniqueEmail: `1 ${n}@shop.example`,
      role: 'member',
      status: 'active',
      emailVerified: true,
      createdAt: new Date(),
      ...(n % 3 === 0 ? { secondFactor: factor(n + 2) } : {}),
    }))
    await connection.collection<{ _id: number }>('users').insertMany(documents)
    expect(await withKeys(NEW, OLD).sealed.reseal('users')).toEqual({ resealed: 401, unreadable: [] })
    const after = withKeys(NEW)
    for (const id of [2, 602, 1_202])
      expect((await after.users.findAccount(OWN, id))?.secondFactor).toMatchObject({
        secret: `code ${id}`,
        isConfirmed: true,
      })
    expect(await connection.collection('users').countDocuments({ secondFactor: { $exists: true } })).toBe(401)
  })

  it('changed during a reseal are sealed with the current secret, including the previous value of a rotation', async () => {
    const [before, during, after] = [withKeys(OLD), withKeys(NEW, OLD), withKeys(NEW)]
    const hooks = numbers(20).map((n) => `hook ${n}`)
    const first = await Promise.all(hooks.map((id) => before.webhooks.add(OWN, FIELDS, id)))
    const [resealed, second] = await Promise.all([
      during.sealed.reseal('webhooks'),
      Promise.all(hooks.map((id) => during.webhooks.rotateSecret(OWN, id, 60_000))),
    ])
    expect(resealed).toEqual({ resealed: 20, unreadable: [] })
    const read = await Promise.all(hooks.map((id) => after.webhooks.findEndpoint(OWN, id)))
    expect(read.map((one) => one?.secrets)).toEqual(hooks.map((_, n) => [second[n], first[n]]))
  })

  it('with an unknown secret are kept and reported', async () => {
    const { resealed, unreadable } = await withKeys(Buffer.alloc(32, 3)).sealed.reseal('webhooks')
    expect([resealed, unreadable.length, unreadable.includes('hook 7')]).toEqual([0, 20, true])
    expect(await withKeys(NEW).webhooks.findEndpoint(OWN, 'hook 7')).toMatchObject({ url: FIELDS.url })
  })

  it('are resealed in lists, for each secret of a webhook that still signs', async () => {
    const [before, after] = [withKeys(OLD), withKeys(NEW)]
    const own = { organizationId: 2 }
    const secrets = [await before.webhooks.add(own, FIELDS, 'often')]
    for (let times = 0; times < 5; times++)
      secrets.unshift((await before.webhooks.rotateSecret(own, 'often', 60_000)) ?? '')
    await withKeys(NEW, OLD).sealed.reseal('webhooks')
    expect((await after.webhooks.findEndpoint(own, 'often'))?.secrets).toEqual(secrets)
  })
})
