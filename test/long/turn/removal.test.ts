import { once } from 'node:events'
import { INSTALLATION } from '../../../src/manage/audit/rules/audit.ts'
import { removalWorkflowId } from '../../../src/manage/organizations/rules/removal.ts'
import { Forked } from '../../support/forked.ts'
import { type Platform, startPlatform } from '../../support/platform.ts'

const STEPS = [
  ...(['closeOrganization', 'stopTurns', 'eraseEvents', 'eraseBelongings', 'eraseHistories'] as const),
  'forgetOrganization',
] as const
const POINTS = STEPS.flatMap((step) => [`${step}:before`, `${step}:after`])

describe('Removal of an organization', () => {
  const forked = new Forked()
  afterEach(() => forked.killAll())

  it.each(POINTS)(
    'leaves no data behind after its worker was killed at %s',
    async (crashAt) => {
      const platform: Platform = await startPlatform({ worker: false, env: { TABLETALK_LIMITS: 'mongo' } })
      const { app, access } = platform
      const own = { organizationId: access.organizationId }
      try {
        const victim = forked.start('crashing-worker', platform.env, crashAt)
        const died = once(victim, 'exit')
        await once(victim, 'message')
        const entryId = await app.store.audit.begin(INSTALLATION, {
          actor: { kind: 'command' },
          action: 'organization.removed',
          subject: '1',
          changes: [],
        })
        await app.store.organizations.markPendingDeletion(own, { entryId }, 0)
        const input = { ...own, entryId, settleMs: 50 }
        await app.temporal.removals.start(input)
        await died
        const spare = await platform.startWorker()
        await app.temporal.client.workflow.getHandle(removalWorkflowId(input)).result()
        await spare.drain()
        expect(await app.store.databases.all(own)).toEqual([])
        expect(await app.store.apiKeys.findByText(access.orgKey)).toBeUndefined()
        expect(await app.store.organizations.listPendingDeletion()).toEqual([])
        const { items } = await app.store.audit.list(INSTALLATION, { page: 1, pageSize: 9 })
        expect(items.map(({ outcome }) => outcome)).toEqual(['done'])
      } finally {
        await platform.close()
      }
    },
    180_000,
  )
})
