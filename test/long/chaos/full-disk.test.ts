import { audit } from '../../../chaos/audit/auditor.ts'
import { StatementWatch } from '../../../chaos/audit/statement-watch.ts'
import { Crew } from '../../../chaos/drive/crew.ts'
import { atRest, expectations } from '../../../chaos/drive/rest.ts'
import { questionOf } from '../../../chaos/questions.ts'
import { EXACT_OUTAGE_MS } from '../../../chaos/run-chaos.ts'
import { World } from '../../../chaos/world/world.ts'
import { smallDisk } from '../../support/small-disk.ts'
import { waitFor } from '../../support/wait-for.ts'

const SIZE_MB = 96

const disk = smallDisk(SIZE_MB)
if (disk === undefined) console.warn('skipped: the test of a full disk needs permission to mount one')

let world: World
let crew: Crew
let watch: StatementWatch
beforeAll(async () => {
  if (disk === undefined) return
  world = await World.start(undefined, disk.folder)
  watch = new StatementWatch(world.customers.server.address)
  crew = new Crew(world)
  await crew.complete()
}, 300_000)
afterAll(async () => {
  await watch?.close()
  await world?.close()
  disk?.close()
}, 60_000)

const request = (scope: string) => ({ ask: scope, scope, tenant: '1', question: questionOf({ scope }) })

const refusals = () =>
  world.entries().flatMap((entry) => (entry.kind === 'received' && entry.status >= 500 ? [entry] : []))
const losses = () => world.entries().filter((entry) => entry.kind === 'lost')

const describeWithDisk = disk === undefined ? describe.skip : describe

describeWithDisk('Full disk under the store and Temporal', () => {
  it('loses no message: requests refused meanwhile are answered once space is free again', async () => {
    expect(await crew.client.json(request('before'))).toBe(true)
    disk?.fill()
    world.note('the disk is full')
    const asking = ['one', 'two', 'three'].map((scope) => crew.client.json(request(scope)))
    const streaming = crew.client.stream(request('stream'))
    await waitFor('a refusal', async () => refusals().length + losses().length > 3, 120_000)
    expect(refusals().map(({ status }) => status)).toEqual(refusals().map(() => 503))
    disk?.empty()
    world.note('there is room again')
    // A store that cannot write its log stops by itself; its supervisor restarts it.
    world.servers.store.kill()
    await world.servers.store.startAgain()
    expect(await Promise.all([...asking, streaming])).toEqual([true, true, true, true])
    expect(await crew.client.json(request('after'))).toBe(true)
    expect(audit(await atRest(world, watch), expectations(world, EXACT_OUTAGE_MS))).toEqual([])
  }, 600_000)
})
