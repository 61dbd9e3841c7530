import type { OperatorBench } from './command.ts'

/** What `tabletalk user` and `tabletalk token` guarantee, beside the service of another suite. */
export const userCommands = (bench: () => OperatorBench): void => {
  const run = (...words: string[]) => bench().run(words)
  describe('tabletalk user and tabletalk token', () => {
    it('make people who can log in, with the only owner staying, and say so in the log', async () => {
      const { json: org } = await run('org', 'create', '--name', 'People', '--plan', 'starter', '--json')
      const id = String(org.organization_id)
      const fields = ['--email', 'Ann@Shop.example', '--password', 'seven green umbrellas', '--role', 'owner']
      const { json: made } = await run('user', 'create', '--org', id, ...fields, '--json')
      expect(made).toEqual({ user_id: expect.any(Number), organization_id: org.organization_id })
      const user = ['--user', String(made.user_id)]
      const { json } = await run('token', ...user, '--json')
      const headers = { 'X-API-Key': null, 'X-Tenant-Id': null, Authorization: `Bearer ${json.access_token}` }
      const me = await bench().platform.request('/api/v1/auth/me', { headers })
      expect(me.body.data).toMatchObject({ user_id: made.user_id, email: 'Ann@shop.example', role: 'owner' })
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

    it('read a password from standard input, where no list of processes shows it, as it is but for its line break', async () => {
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
