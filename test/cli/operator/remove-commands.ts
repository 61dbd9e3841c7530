import { removalWorkflowId } from '../../../src/manage/organizations/rules/removal.ts'
import type { OperatorBench } from './command.ts'
import { statusOfKey } from './key-commands.ts'

/** What `tabletalk org remove` guarantees, beside the service of another suite. */
export const removeCommands = (bench: () => OperatorBench): void => {
  const run = (...words: string[]) => bench().run(words)
  describe('tabletalk org remove', () => {
    const made = async (name: string) => {
      const { json: org } = await run('org', 'create', '--name', name, '--plan', 'starter', '--json')
      const id = String(org.organization_id)
      const { json: key } = await run('key', 'create', '--org', id, '--json')
      return { id, key: key.key }
    }

    it('ends its keys at once when its name is said, again and again alike, and tells the log of the installation', async () => {
      const { id, key } = await made('Leaving & Co')
      const remove = (confirm: string) => run('org', 'remove', '--org', id, '--confirm', confirm, '--json')
      const refused = await remove('Leaving')
      expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/confirm: must match the name/) })
      expect(await statusOfKey(bench(), key)).toBe(200)
      for (let times = 0; times < 2; times++) {
        const { code, json, err } = await remove('Leaving & Co')
        expect([code, json]).toEqual([0, { organization_id: Number(id), removed: true }])
        // Temporal's address is not set.
        expect(err).toMatch(/as soon as a worker runs/)
        expect(await statusOfKey(bench(), key)).toBe(401)
      }
      for (const words of [['org', 'show'], ['org', 'set', '--plan', 'free'], ['key', 'create'], ['audit']])
        expect(await run(...words, '--org', id)).toMatchObject({
          ...{ code: 1, out: '', err: expect.stringMatching(/no organization .*NOT_FOUND_ORGANIZATION/) },
        })
      const { json: listed } = await run('org', 'list', '--json')
      expect(listed.organizations.map((one: { organization_id: number }) => one.organization_id)).not.toContain(
        Number(id),
      )
      expect(listed.leaving).toContainEqual({ organization_id: Number(id), name: 'Leaving & Co' })
      const { json: log } = await run('audit', '--installation', '--json')
      const own = log.entries.filter((entry: { subject_id: string }) => entry.subject_id === id)
      expect(own).toMatchObject([
        {
          ...{ action: 'organization.removed', subject_id: id, outcome: 'begun', actor: { kind: 'command', id: null } },
          changes: [{ field: 'name', value: 'Leaving & Co' }],
        },
      ])
      expect((await run('audit', '--installation')).out).toMatch(/organization\.removed/)
      expect((await run('audit', '--org', '1', '--json')).code).toBe(0)
    })

    it('begins the workflow that erases what it had, where it is said where Temporal is', async () => {
      const { id } = await made('Erased')
      const { TEMPORAL_ADDRESS = '', TABLETALK_TASK_QUEUE = '' } = bench().platform.env
      const words = ['org', 'remove', '--org', id, '--confirm', 'Erased']
      const { code, out, err } = await bench().run(words, { env: { TEMPORAL_ADDRESS, TABLETALK_TASK_QUEUE } })
      expect({ code, out, err }).toEqual({ code: 0, out: expect.stringContaining('is being erased'), err: '' })
      const leaving = await bench().platform.app.store.organizations.findPendingDeletion({ organizationId: Number(id) })
      const workflowId = removalWorkflowId({ organizationId: Number(id), entryId: leaving?.entryId ?? '' })
      const handle = bench().platform.app.temporal.client.workflow.getHandle(workflowId)
      expect((await handle.describe()).status.name).toBe('RUNNING')
      await handle.terminate()
    })

    it.each([
      ['one that is not there', ['--org', '999', '--confirm', 'x'], /no organization 999.*NOT_FOUND_ORGANIZATION/],
      ['one without a confirmed name', ['--org', '1'], /--confirm/],
    ])('refuses %s', async (_, words, expected) => {
      const { code, out, err } = await run('org', 'remove', ...words)
      expect({ code, out, err }).toEqual({ code: 1, out: '', err: expect.stringMatching(expected) })
    })
  })
}
