import type { OperatorBench } from './command.ts'

/** Tests of how `tabletalk user` restores access for a user who cannot log in, run against the service of the calling suite. */
export const lockedOutCommands = (bench: () => OperatorBench): void => {
  const run = (...words: string[]) => bench().run(words)
  describe('tabletalk user, for a user who cannot log in', () => {
    it('lists an invited user as such, and restores their access with an idempotent command', async () => {
      const { platform } = bench()
      const { json: org } = await run('org', 'create', '--name', 'Locked', '--plan', 'starter', '--json')
      const organization = { organizationId: org.organization_id }
      const { store } = platform.app
      const id = await store.users.newId()
      const invited = { email: 'cid@shop.example', role: 'owner', status: 'invited', emailVerified: false } as const
      await store.users.add(organization, invited, id)
      const list = await run('user', 'list', '--org', String(organization.organizationId), '--json')
      expect(list.json.users).toMatchObject([{ user_id: id, role: 'owner', status: 'invited' }])
      const help = ['user', 'set', '--user', String(id), '--password', 'seven red umbrellas', '--no-second-factor']
      expect([(await run(...help)).code, (await run(...help)).code]).toEqual([0, 0])
      const json = { email: invited.email, password: 'seven red umbrellas' }
      const headers = { 'X-API-Key': null, 'X-Tenant-Id': null }
      const reply = await platform.request('/api/v1/auth/login', { headers, json })
      expect([reply.status, reply.body.data.user.role]).toEqual([200, 'owner'])
    })
  })
}
