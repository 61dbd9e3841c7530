import type { OperatorBench } from './command.ts'

const ISSUER = 'https://login.shop.example'

/** Tests of `tabletalk sso`, run against the service of the calling suite. */
export const ssoCommands = (bench: () => OperatorBench): void => {
  const run = (...words: string[]) => bench().run(words)
  const createOrganization = async (): Promise<number> => {
    const { json } = await run('org', 'create', '--name', 'Signing on', '--plan', 'starter', '--json')
    return json.organization_id
  }
  /** The SSO configuration as the API returns it to an owner. */
  const shownTo = async (organizationId: number) => {
    const { store } = bench().platform.app
    const { text: key } = await store.apiKeys.add({ organizationId }, { kind: 'organization', userId: 0 })
    const headers = { 'X-API-Key': key, 'X-Tenant-Id': null, 'X-Scope-Id': null }
    return (await bench().platform.request('/api/v1/sso/config', { headers })).body
  }
  const logOf = async (organizationId: number) =>
    (await bench().platform.app.store.audit.list({ organizationId }, { page: 1, pageSize: 20 })).items

  describe('tabletalk sso', () => {
    it('creates, changes, shows and removes an SSO configuration without ever showing its client secret', async () => {
      const organizationId = await createOrganization()
      const org = ['--org', String(organizationId)]
      const words = ['sso', 'set', ...org, '--issuer', ISSUER, '--client-id', 'tabletalk', '--client-secret', '-']
      const set = await bench().run(words, { input: 'canary \n' })
      expect([set.code, set.out]).toEqual([
        0,
        `Single sign-on of organization ${organizationId} is enabled: issuer ${ISSUER}, client tabletalk.\nRegister this redirect URI at the provider: ${bench().platform.baseUrl}/api/v1/auth/sso/callback`,
      ])
      const { store } = bench().platform.app
      expect((await store.ssoConfigurations.findProvider({ organizationId }))?.provider.clientSecret).toBe('canary ')
      const roles = ['--roles-claim', 'groups', '--role', 'a=b=admin', 'data-team=member']
      const changed = await run('sso', 'set', ...org, '--domain', 'SHOP.example', '--provisioning', ...roles, '--json')
      expect(changed.json).toMatchObject({
        organization_id: organizationId,
        enabled: true,
        issuer: ISSUER,
        client_id: 'tabletalk',
        domains: ['shop.example'],
        provisioning: true,
        default_role: 'member',
        roles_claim: 'groups',
        roles: { 'a=b': 'admin', 'data-team': 'member' },
      })
      const { json: shown, out } = await run('sso', 'show', ...org, '--json')
      expect(shown).toEqual({ organization_id: organizationId, ...(await shownTo(organizationId)).data })
      expect((await run('sso', 'show', ...org)).out).toMatch(/│ roles +│ a=b=admin data-team=member +│/)
      await run('sso', 'set', ...org, '--no-provisioning', '--domain', 'any', '--roles-claim', 'none', '--disable')
      expect((await shownTo(organizationId)).data).toMatchObject({
        enabled: false,
        domains: null,
        provisioning: false,
        roles_claim: null,
        roles: null,
      })
      expect((await store.ssoConfigurations.findProvider({ organizationId }))?.provider.clientSecret).toBe('canary ')
      expect((await run('sso', 'remove', ...org, '--json')).json).toEqual({
        organization_id: organizationId,
        removed: true,
      })
      expect((await shownTo(organizationId)).error_code).toBe('SSO_NOT_CONFIGURED')
      const log = await logOf(organizationId)
      expect(log.map(({ action, actor, subject }) => [action, actor.kind, subject]).slice(0, -1)).toEqual([
        ['sso.removed', 'command', String(organizationId)],
        ...Array.from({ length: 3 }, () => ['sso.configured', 'command', String(organizationId)]),
      ])
      expect(log.at(-2)?.changes).toEqual([
        { field: 'enabled', value: true },
        { field: 'required', value: false },
        { field: 'issuer', value: ISSUER },
        { field: 'client_id', value: 'tabletalk' },
        { field: 'client_secret' },
        { field: 'provisioning', value: false },
        { field: 'default_role', value: 'member' },
      ])
      expect(`${out}${JSON.stringify(log)}`).not.toContain('canary')
    })

    it('refuses what the API refuses with the same messages, and changes nothing', async () => {
      const organizationId = await createOrganization()
      const refused = async (...words: string[]) => {
        const { code, out, err } = await run('sso', ...words, '--org', String(organizationId))
        expect([code, out]).toEqual([1, ''])
        return err
      }
      const known = ['set', '--issuer', ISSUER, '--client-id', 'c']
      expect(await refused('set')).toMatch(/sso set --help/)
      expect(await refused('set', '--domain', 'shop.example')).toMatch(/issuer: is required/)
      expect(await refused(...known)).toMatch(/client_secret: is required/)
      expect(
        await refused('set', '--issuer', 'https://a.example:25', '--client-id', 'c', '--client-secret', 's'),
      ).toMatch(/issuer: must have no port/)
      expect(await refused(...known, '--client-secret', 's', '--provisioning')).toMatch(
        /domains: is required if provisioning/,
      )
      expect(await refused(...known, '--client-secret', 's', '--role', 'chiefs=owner')).toMatch(/data-team=member/)
      for (const command of ['show', 'remove']) expect(await refused(command)).toMatch(/SSO_NOT_CONFIGURED/)
      expect((await shownTo(organizationId)).error_code).toBe('SSO_NOT_CONFIGURED')
    })
  })

  describe('tabletalk user set --no-provider-link', () => {
    it('unlinks a user from the identity provider, ends their sessions, and records it in the audit log', async () => {
      const organizationId = await createOrganization()
      const email = 'cem@shop.example'
      const words = ['--org', String(organizationId), '--email', email, '--password', 'seven red umbrellas', '--json']
      const { user_id: id } = (await run('user', 'create', ...words)).json
      const { store } = bench().platform.app
      await store.users.linkSubject({ organizationId }, id, { issuer: ISSUER, clientId: 'c', subject: 'cem', email })
      const { access_token: token } = (await run('token', '--user', String(id), '--json')).json
      const unlink = () => run('user', 'set', '--user', String(id), '--no-provider-link')
      expect((await unlink()).code).toBe(0)
      expect((await store.users.findAccount({ organizationId }, id))?.providerSubject).toBeUndefined()
      const headers = { 'X-API-Key': null, 'X-Tenant-Id': null, Authorization: `Bearer ${token}` }
      expect((await bench().platform.request('/api/v1/auth/me', { headers })).status).toBe(401)
      const again = await unlink()
      expect([again.code, again.err]).toEqual([1, expect.stringContaining('BUSINESS_INVALID_STATE')])
      const log = await logOf(organizationId)
      expect(log.slice(0, 2).map(({ action, outcome, subject }) => [action, outcome, subject])).toEqual([
        ['user.unlinked_from_provider', 'refused', String(id)],
        ['user.unlinked_from_provider', 'done', String(id)],
      ])
    })
  })
}
