import { INSTALLATION } from '../../../src/manage/audit/rules/audit.ts'
import type { OperatorBench } from './command.ts'

/** Tests of `tabletalk operator` and `tabletalk top`, run against the service of the calling suite. */
export const operatorCommands = (bench: () => OperatorBench): void => {
  const run = (...words: string[]) => bench().run(words)
  const statusWith = async (credential: string): Promise<number> => {
    const headers = { 'X-API-Key': null, Authorization: `Bearer ${credential}` }
    return (await bench().platform.request('/api/v1/turns', { headers })).status
  }

  describe('tabletalk operator', () => {
    it('creates a credential that is shown once, lists it without its secret, and revokes it at once', async () => {
      const { json } = await run('operator', 'new', '--name', 'Ann', '--for', '2h', '--json')
      expect(await statusWith(json.credential)).toBe(200)
      expect(json.page).toBe(`${bench().platform.baseUrl}/operators/turns#credential=${json.credential}`)
      const listed = await run('operator', 'list', '--json')
      expect(listed.json.operators).toEqual([expect.objectContaining({ id: json.id, name: 'Ann' })])
      expect(listed.out).not.toContain(json.credential)
      expect((await run('operator', 'revoke', json.id, '--json')).json).toEqual({ id: json.id, revoked: true })
      expect(await statusWith(json.credential)).toBe(401)
      const again = await run('operator', 'revoke', json.id)
      expect([again.code, again.err]).toEqual([1, expect.stringContaining('tabletalk operator list')])
      const { items } = await bench().platform.app.store.audit.list(INSTALLATION, { page: 1, pageSize: 3 })
      expect(items.map(({ action, outcome }) => [action, outcome])).toEqual([
        ['operator.removed', 'refused'],
        ['operator.removed', 'done'],
        ['operator.created', 'done'],
      ])
      expect(JSON.stringify(items)).not.toContain(json.credential)
    })

    it.each(['0', '31d', '10s', 'soon'])('refuses a credential lifetime of %s', async (time) => {
      const { code, err } = await run('operator', 'new', '--name', 'Ann', '--for', time)
      expect([code, err]).toEqual([1, expect.stringContaining('at most 30d')])
    })
  })

  describe('tabletalk top', () => {
    it('shows health, running turns, failed turns and limits with a temporary credential', async () => {
      const { json } = await run('top', '--json')
      expect(json).toMatchObject({
        health: { store: { state: 'ok' }, temporal: { state: 'ok' }, workers: { state: 'down', count: 0 } },
        running: { turns: [] },
        failed: { turns: [] },
        limits: { organizations: [] },
      })
      const { out } = await run('top', '--once')
      expect(out).toMatch(/✓ store \d+ ms {3}✓ Temporal \d+ ms {3}✗ 0 workers, /)
      expect(await bench().platform.app.store.operators.all()).toEqual([])
    })

    it('reports an invalid credential, a missing credential and an unreachable service', async () => {
      const { baseUrl } = bench().platform
      const wrong = await run('top', '--url', baseUrl, '--credential', 'a.b.c')
      expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('AUTH_TOKEN_INVALID')])
      const none = await run('top', '--url', baseUrl)
      expect([none.code, none.err]).toEqual([1, expect.stringContaining('--credential')])
      const unreachable = await run('top', '--url', 'http://127.0.0.1:9', '--credential', 'a.b.c')
      expect([unreachable.code, unreachable.err]).toEqual([1, expect.stringContaining('cannot be reached')])
    })
  })
}
