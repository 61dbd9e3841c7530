import { removalWorkflowId } from '../../../src/manage/organizations/rules/removal.ts'
import type { OperatorBench } from './command.ts'
import { statusOfKey } from './key-commands.ts'

/** Tests of `tabletalk org remove`, run against the service of the calling suite. */
export const removeCommands = (bench: () => OperatorBench): void => {
  const run = (...words: string[]) => bench().run(words)
  describe('tabletalk org remove', () => {
    const createOrganization = async (name: string) => {
      const { json: org } = await run('org', 'create', '--name', name, '--plan', 'starter', '--json')
      const id = String(org.organization_id)
      const { json: key } = await run('key', 'create', '--org', id, '--json')
      return { id, key: key.key }
    }

    it('revokes all keys at once when the name is confirmed, is idempotent, and records the removal in the installation audit log', async () => {
      const { id, key } = await createOrganization('Leaving & Co')
      const remove = (confirm: string) => run('org', 'remove', '--org', id, '--confirm', confirm, '--json')
      const refused = await remove('Leaving')
      expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/confirm: must match the name/) })
      expect(await statusOfKey(bench(), key)).toBe(200)
      for (let times = 0; times < 2; times++) {
        const { code, json, err } = await remove('Leaving & Co')
        expect([code, json]).toEqual([0, { organization_id: Number(id), removed: true }])
        // TEMPORAL_ADDRESS is not set.
        expect(err).toMatch(/as soon as a worker runs/)
        expect(await statusOfKey(bench(), key)).toBe(401)
      }
      for (const words of [['org', 'show'], ['org', 'set', '--plan', 'free'], ['key', 'create'], ['audit']])
        expect(await run(...words, '--org', id)).toMatchObject({
          code: 1,
          out: '',
          err: expect.stringMatching(/no organization .*NOT_FOUND_ORGANIZATION/),
        })
      const { json: listed } = await run('org', 'list', '--json')
      expect(listed.organizations.map((entry: { organization_id: number }) => entry.organization_id)).not.toContain(
        Number(id),
      )
      expect(listed.leaving).toContainEqual({ organization_id: Number(id), name: 'Leaving & Co' })
      const { json: log } = await run('audit', '--installation', '--json')
      const entries = log.entries.filter((entry: { subject_id: string }) => entry.subject_id === id)
      expect(entries).toMatchObject([
        {
          action: 'organization.removed',
          subject_id: id,
          outcome: 'begun',
          actor: { kind: 'command', id: null },
          changes: [{ field: 'name', value: 'Leaving & Co' }],
        },
      ])
      expect((await run('audit', '--installation')).out).toMatch(/organization\.removed/)
      expect((await run('audit', '--org', '1', '--json')).code).toBe(0)
    })

    it('starts the workflow that erases the data of the organization if TEMPORAL_ADDRESS is set', async () => {
      const { id } = await createOrganization('Erased')
      const { TEMPORAL_ADDRESS = '', TABLETALK_TASK_QUEUE = '' } = bench().platform.env
      const words = ['org', 'remove', '--org', id, '--confirm', 'Erased']
      const { code, out, err } = await bench().run(words, { env: { TEMPORAL_ADDRESS, TABLETALK_TASK_QUEUE } })
      expect({ code, out, err }).toEqual({ code: 0, out: expect.stringContaining('is being erased'), err: '' })
      const pendingDeletion = await bench().platform.app.store.organizations.findPendingDeletion({
        organizationId: Number(id),
      })
      const workflowId = removalWorkflowId({ organizationId: Number(id), entryId: pendingDeletion?.entryId ?? '' })
      const handle = bench().platform.app.temporal.client.workflow.getHandle(workflowId)
      expect((await handle.describe()).status.name).toBe('RUNNING')
      await handle.terminate()
    })

    it.each([
      ['an unknown organization', ['--org', '999', '--confirm', 'x'], /no organization 999.*NOT_FOUND_ORGANIZATION/],
      ['a call without --confirm', ['--org', '1'], /--confirm/],
    ])('refuses %s', async (_, words, expected) => {
      const { code, out, err } = await run('org', 'remove', ...words)
      expect({ code, out, err }).toEqual({ code: 1, out: '', err: expect.stringMatching(expected) })
    })
  })
}
