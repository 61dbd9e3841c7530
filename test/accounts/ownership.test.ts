import fc from 'fast-check'
import type { OrganizationRef } from '../../src/access/rules/organization-ref.ts'
import { KEY_PERMISSIONS } from '../../src/access/rules/permit.ts'
import type { AccountParts } from '../../src/manage/accounts/account-parts.ts'
import { accountParts } from '../../src/manage/accounts/accounts.ts'
import type { UserManager } from '../../src/manage/accounts/managed-user.ts'
import { changeUser, removeUser } from '../../src/manage/accounts/managed-users.ts'
import { reconcileOwner } from '../../src/manage/accounts/ownership.ts'
import { Problem } from '../../src/platform/problems/problem.ts'
import type { Store } from '../../src/store/store.ts'
import { openTestStore, storeOn } from '../store/store-fixture.ts'
import { inTurns } from './in-turns.ts'
import { freshAddress } from './mailbox.ts'

let store: Store
beforeAll(async () => {
  store = storeOn(await openTestStore())
  await store.untilReady()
})
afterAll(() => store.close())

const partsOn = (on: Store): AccountParts =>
  accountParts(
    {
      store: on,
      mails: {
        async send() {
          throw new Error('nobody is written to')
        },
      },
    },
    [Buffer.alloc(32)],
  )

const around = <Value>(write: () => Promise<Value>) => write()

interface Owned {
  readonly own: OrganizationRef
  readonly one: number
  readonly other: number
}

/** An organization with two owners. */
const owned = async (): Promise<Owned> => {
  const { id: organizationId } = await store.organizations.add({ name: 'Owned', plan: 'professional' })
  const own = { organizationId }
  const add = async () => {
    const id = await store.users.newId()
    const fields = { email: freshAddress(), role: 'owner', status: 'active', emailVerified: true } as const
    await store.users.add(own, fields, id)
    await reconcileOwner({ store }, own, id)
    return id
  }
  return { own, one: await add(), other: await add() }
}

/** A manager with all permissions and a fresh copy of the organization. */
const managerOf = async (on: Pick<Store, 'organizations'>, own: Owned['own']): Promise<UserManager> => {
  const organization = await on.organizations.find(own)
  if (organization === undefined) throw new Error('it is gone')
  return { organization, role: 'owner', permissions: KEY_PERMISSIONS }
}

/** Active owners in the list. */
const realOwners = async (own: Owned['own']): Promise<readonly number[]> => {
  const active = await store.organizations.activeOwners(own)
  return ((await store.organizations.owners(own))?.ids ?? []).filter((id) => active.includes(id))
}

/** Concurrent operations on a user and on the other owner. */
const WORK = {
  demotes: async (on: Store, { own, one }: Owned) =>
    await changeUser(partsOn(on), await managerOf(on, own), one, { role: 'admin' }, around),
  settles: async (on: Store, { own, one }: Owned) => await reconcileOwner({ store: on }, own, one),
  promotes: async (on: Store, { own, one }: Owned) =>
    await changeUser(partsOn(on), await managerOf(on, own), one, { role: 'owner' }, around),
  'demotes too': async (on: Store, { own, one }: Owned) =>
    await changeUser(partsOn(on), await managerOf(on, own), one, { role: 'member' }, around),
  removes: async (on: Store, { own, other }: Owned) =>
    await removeUser(partsOn(on), await managerOf(on, own), other, around),
} as const
const WORKERS = ['demotes', 'settles', 'promotes', 'demotes too', 'removes'] as const

/** A schedule: the actor, the number of calls that pass, and the call before which it dies. */
interface Schedule {
  readonly order: readonly { readonly who: number; readonly calls: number }[]
  readonly dies: readonly { readonly who: number; readonly at: number }[]
}

const schedules = fc.record({
  order: fc.array(fc.record({ who: fc.nat(WORKERS.length - 1), calls: fc.integer({ min: 1, max: 9 }) }), {
    maxLength: 20,
  }),
  dies: fc.array(fc.record({ who: fc.nat(WORKERS.length - 1), at: fc.nat(40) }), { maxLength: 2 }),
})

const runAs = async (organization: Owned, { order, dies }: Schedule) => {
  const turns = inTurns(store)
  const wanted = order.flatMap(({ who, calls }) => Array.from({ length: calls }, () => WORKERS[who]))
  const dead = new Set<string>()
  for (const name of WORKERS) turns.begin(name, (on) => WORK[name](on, organization))
  for (let at = 0; ; at++) {
    for (const { who } of dies.filter((death) => death.at === at)) dead.add(WORKERS[who] ?? '')
    const ready = turns.waiting().filter((name) => !dead.has(name))
    const next = ready.find((name) => name === wanted[at]) ?? ready[0]
    if (next === undefined) return { dead, ended: turns.ended }
    await turns.step(next)
    expect(await realOwners(organization.own)).not.toEqual([])
  }
}

describe('the owners of an organization', () => {
  it('are never empty under any interleaving of concurrent changes and process deaths', async () => {
    await fc.assert(
      fc.asyncProperty(schedules, async (schedule) => {
        const organization = await owned()
        const { own, one } = organization
        const { dead, ended } = await runAs(organization, schedule)
        for (const name of WORKERS) {
          const end = ended(name)
          if (!dead.has(name)) expect(end).toBeDefined()
          if (end?.status === 'rejected') expect(end.reason).toBeInstanceOf(Problem)
        }
        if (dead.size > 0) return
        // Neither the list nor the account alone makes an owner.
        expect((await store.organizations.owners(own))?.ids).toEqual(await realOwners(own))
        expect((await store.organizations.activeOwners(own)).toSorted()).toEqual(
          [...(await realOwners(own))].toSorted(),
        )
        expect((await store.users.find(own, one))?.role).toBeDefined()
      }),
      { numRuns: 40, seed: 1 },
    )
  })

  it('do not count a user who is added again while losing the role', async () => {
    const organization = await owned()
    const { own, one, other } = organization
    const [reached, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const change: Store['users']['change'] = async (...args) => {
      reached.resolve()
      await held.promise
      return await store.users.change(...args)
    }
    const demoted = WORK.demotes({ ...store, users: { ...store.users, change } }, organization)
    await reached.promise
    expect((await store.organizations.owners(own))?.ids).toEqual([other])
    await WORK.settles(store, organization)
    await WORK.removes(store, organization)
    held.resolve()
    await expect(demoted).rejects.toMatchObject({ problem: 'last_owner' })
    expect(await realOwners(own)).toEqual([one])
  })

  it('keep the last active one, and entries without the role are removed', async () => {
    const { own, one, other } = await owned()
    await store.users.change(own, other, { role: 'member' })
    const gone = await store.users.newId()
    const list = await store.organizations.owners(own)
    await store.organizations.changeOwners(own, list?.version ?? 0, [...(list?.ids ?? []), gone])
    const manager = await managerOf(store, own)
    const refused = removeUser(partsOn(store), manager, one, around)
    await expect(refused).rejects.toMatchObject({ problem: 'last_owner' })
    await changeUser(partsOn(store), manager, other, { role: 'admin' }, around)
    expect((await store.organizations.owners(own))?.ids).toEqual([one])
  })
})
