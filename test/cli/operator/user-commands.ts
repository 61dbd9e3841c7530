import type { OperatorBench } from './command.ts'

/** Tests of `tabletalk user` and `tabletalk token`, run against the service of the calling suite. */
export const userCommands = (bench: () => OperatorBench): void => {
  const run = (...words: string[]) => bench().run(words)
  describe('tabletalk user and tabletalk token', () => {
    it('create a user with a working access token, refuse to remove the only owner, and record it in the audit log', async () => {
      const { json: org } = await run('org', 'create', '--name', 'People', '--plan', 'starter', '--json')
      const id = String(org.organization_id)
      const fields = ['--email', 'Ann@Shop.example', '--password', 'seven green umbrellas', '--role', 'owner']
      const { json: created } = await run('user', 'create', '--org', id, ...fields, '--json')
      expect(created).toEqual({ user_id: expect.any(Number), organization_id: org.organization_id })
      const user = ['--user', String(created.user_id)]
      const { json } = await run('token', ...user, '--json')
      const headers = { 'X-API-Key': null, 'X-Tenant-Id': null, Authorization: `Bearer ${json.access_token}` }
      const me = await bench().platform.request('/api/v1/auth/me', { headers })
      expect(me.body.data).toMatchObject({ user_id: created.user_id, email: 'Ann@shop.example', role: 'owner' })
      const removed = await run('user', 'remove', ...user)
      expect([removed.code, removed.err]).toEqual([1, expect.stringContaining('BUSINESS_INVALID_STATE')])
      const weak = await run('user', 'set', ...user, '--password', 'password')
      expect([weak.code, weak.err]).toEqual([1, expect.stringContaining('many people use')])
      expect((await run('user', 'list', '--org', id)).out).toMatch(/Ann@shop\.example .* owner .* active/)
      const { items } = await bench().platform.app.store.audit.list(
        { organizationId: org.organization_id },
        { page: 1, pageSize: 9 },
      )
      expect(items.map(({ action, outcome }) => [action, outcome])).toEqual([
        ['user.removed', 'refused'],
        ['session.created', 'done'],
        ['user.created', 'done'],
        ['organization.created', 'done'],
      ])
      expect(JSON.stringify(items)).not.toContain('umbrellas')
    })

    it('read a password from standard input, and strip only its trailing line break', async () => {
      const { json: org } = await run('org', 'create', '--name', 'Readers', '--plan', 'starter', '--json')
      const email = 'bea@shop.example'
      const words = ['user', 'create', '--org', String(org.organization_id), '--email', email, '--password', '-']
      expect((await bench().run(words, { input: ' seven blue umbrellas \n' })).code).toBe(0)
      const logIn = async (password: string): Promise<number> => {
        const json = { email, password, organization_id: org.organization_id }
        const headers = { 'X-API-Key': null, 'X-Tenant-Id': null }
        return (await bench().platform.request('/api/v1/auth/login', { headers, json })).status
      }
      expect([await logIn(' seven blue umbrellas '), await logIn('seven blue umbrellas')]).toEqual([200, 401])
    })
  })
}
