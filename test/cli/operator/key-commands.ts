import type { OperatorBench } from './command.ts'

/** @returns the HTTP status of a request with this key */
export const statusOfKey = async ({ platform }: OperatorBench, key: string): Promise<number> =>
  (await platform.request('/api/v1/branding', { headers: { 'X-API-Key': key, 'X-Tenant-Id': null } })).status

/** Tests of `tabletalk key`, run against the service of the calling suite. */
export const keyCommands = (bench: () => OperatorBench): void => {
  const run = (...words: string[]) => bench().run(words)
  const statusOf = (key: string) => statusOfKey(bench(), key)
  describe('tabletalk key', () => {
    it('creates a working key, lists it without its secret, and revokes it', async () => {
      const { json: org } = await run('org', 'create', '--name', 'Keys', '--plan', 'starter', '--json')
      const id = String(org.organization_id)
      const { json: key } = await run('key', 'create', '--org', id, '--json')
      expect(key.key).toMatch(/^sk_/)
      expect(await statusOf(key.key)).toBe(200)
      const listed = await run('key', 'list', '--org', id, '--json')
      expect(listed.json.keys).toEqual([
        expect.objectContaining({ key_id: key.key_id, kind: 'org', database_id: null }),
      ])
      expect(listed.out).not.toContain(key.key)
      expect((await run('key', 'revoke', '--org', '1', key.key_id)).code).toBe(1)
      expect(await statusOf(key.key)).toBe(200)
      expect((await run('key', 'revoke', '--org', id, key.key_id)).code).toBe(0)
      expect(await statusOf(key.key)).toBe(401)
      const { json: after } = await run('key', 'list', '--org', id, '--json')
      expect(after.keys).toEqual([expect.objectContaining({ key_id: key.key_id, status: 'revoked' })])
      const { items } = await bench().platform.app.store.audit.list(
        { organizationId: Number(id) },
        { page: 1, pageSize: 10 },
      )
      expect(items.map(({ action, subject, actor }) => [action, subject, actor.kind])).toEqual([
        ['api_key.revoked', key.key_id, 'command'],
        ['api_key.created', key.key_id, 'command'],
        ['organization.created', id, 'command'],
      ])
    })

    it('creates a key with a name, an expiry and an address allow-list, and lists it with a hint of its text', async () => {
      const words = ['--name', 'Import', '--expires', '90d', '--address', '127.0.0.0/8', '::ffff:10.0.0.1', '--json']
      const { json: created } = await run('key', 'create', '--org', '1', ...words)
      expect(await statusOf(created.key)).toBe(200)
      const { json: elsewhere } = await run('key', 'create', '--org', '1', '--address', '203.0.113.7', '--json')
      expect(await statusOf(elsewhere.key)).toBe(403)
      const { json, out } = await run('key', 'list', '--org', '1', '--json')
      expect(json.keys.find(({ key_id }: { key_id: string }) => key_id === created.key_id)).toMatchObject({
        name: 'Import',
        status: 'active',
        hint: `sk_${created.key_id}_…${created.key.slice(-4)}`,
        addresses: '127.0.0.0/8 10.0.0.1',
        expires_at: expect.stringMatching(/^20\d\d-/),
      })
      expect(out).not.toContain(created.key)
      expect((await run('key', 'list', '--org', '1')).out).toMatch(/│ Import +│/)
      const widget = ['--kind', 'database', '--database', 'shops', '--permission', 'chat,manage']
      const useless = await run('key', 'create', '--org', '1', ...widget)
      expect(useless).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringContaining('permissions: must be among chat, history for a database key'),
      })
      const again = await run('key', 'create', '--org', '1', '--name', 'import')
      expect(again).toMatchObject({ code: 1, out: '', err: expect.stringContaining('this name') })
    })

    it('rotates a key with a grace period in which the old and the new text work', async () => {
      const { json: created } = await run('key', 'create', '--org', '1', '--json')
      const { json: renewed } = await run('key', 'rotate', '--org', '1', created.key_id, '--grace', '1h', '--json')
      expect([await statusOf(created.key), await statusOf(renewed.key)]).toEqual([200, 200])
      await run('key', 'rotate', '--org', '1', created.key_id)
      expect([await statusOf(created.key), await statusOf(renewed.key)]).toEqual([401, 401])
    })

    it('rotates a key without changing its permissions, and revokes the old text at once', async () => {
      const { json: created } = await run('key', 'create', '--org', '1', '--permission', 'history', '--json')
      const { json: renewed } = await run('key', 'rotate', '--org', '1', created.key_id, '--json')
      expect(renewed).toEqual({ key: expect.stringMatching(/^sk_/), key_id: created.key_id, organization_id: 1 })
      expect(renewed.key).not.toBe(created.key)
      expect([await statusOf(created.key), await statusOf(renewed.key)]).toEqual([401, 200])
      const { json: listed } = await run('key', 'list', '--org', '1', '--json')
      expect(listed.keys.filter(({ key_id }: { key_id: string }) => key_id === created.key_id)).toEqual([
        expect.objectContaining({ permissions: 'history' }),
      ])
      const { json: org } = await run('org', 'create', '--name', 'Other', '--plan', 'starter', '--json')
      const foreign = await run('key', 'rotate', '--org', String(org.organization_id), created.key_id)
      expect(foreign).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/The API key was not found/) })
      expect(await statusOf(renewed.key)).toBe(200)
    })

    it('creates a database key, and warns that its holder may send any tenant', async () => {
      const { json, err } = await run(
        'key',
        'create',
        '--org',
        '1',
        '--kind',
        'database',
        '--database',
        'shops',
        '--json',
      )
      expect(json.key).toMatch(/^pk_/)
      expect(err).toContain('may send any tenant')
    })

    it('creates keys that are limited to their permissions and origins', async () => {
      const { json: history } = await run('key', 'create', '--org', '1', '--permission', 'history', '--json')
      const asks = (key: string, headers: Readonly<Record<string, string>> = {}) =>
        bench().platform.request('/api/v1/chat/message', { json: {}, headers: { 'X-API-Key': key, ...headers } })
      expect((await asks(history.key)).body).toMatchObject({ error_code: 'AUTH_INSUFFICIENT_PERMISSIONS' })
      const listing = { headers: { 'X-API-Key': history.key } }
      expect((await bench().platform.request('/api/v1/chat/conversations', listing)).status).toBe(200)

      const words = ['--kind', 'database', '--database', 'shops', '--origin', 'https://shop.example', '--json']
      const { json: widget } = await run('key', 'create', '--org', '1', ...words)
      const statuses = await Promise.all(
        [{}, { Origin: 'https://evil.example' }, { Origin: 'https://shop.example' }].map(
          async (headers) => (await asks(widget.key, headers)).status,
        ),
      )
      // A missing question is reported only after authentication.
      expect(statuses).toEqual([403, 403, 400])
    })

    it.each([
      ['an unknown permission', ['create', '--org', '1', '--permission', 'all'], /must be among chat, history, manage/],
      [
        'origins for an organization key',
        ['create', '--org', '1', '--origin', 'https://a.example'],
        /origins: apply to database keys only/,
      ],
      [
        'an origin with a path',
        ['create', '--org', '1', '--kind', 'database', '--database', 'shops', '--origin', 'https://a.example/x'],
        /without a path/,
      ],
      [
        'a database for an organization key',
        ['create', '--org', '1', '--database', 'shops'],
        /database_id: applies to database keys only/,
      ],
      ['an unknown database', ['create', '--org', '1', '--kind', 'database', '--database', 'no'], /no database no/],
      ['an invalid address', ['create', '--org', '1', '--address', 'shop.example'], /203\.0\.113\.0\/24/],
      ['an expiry on a day that does not exist', ['create', '--org', '1', '--expires', '2099-02-31'], /future date/],
      ['an expiry in the past', ['create', '--org', '1', '--expires', '2020-01-01'], /future date/],
      ['an invalid grace period', ['rotate', '--org', '1', 'abc', '--grace', 'soon'], /90s, 15m, 24h or 7d/],
      ['an unknown key', ['revoke', '--org', '1', 'abc'], /The API key was not found/],
    ])('refuses %s', async (_, words, expected) => {
      const { code, err } = await run('key', ...words)
      expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(expected) })
    })
  })
}
