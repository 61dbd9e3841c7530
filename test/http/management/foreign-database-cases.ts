import type { Manager } from './manager.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

interface Fixture {
  own(): Manager
  /** The manager of another organization. */
  other(): Promise<Manager>
  connected(manager: Manager): Promise<{ readonly id: string }>
}

/** No management route discloses a database of another organization. */
export const foreignDatabaseCases = ({ own, other, connected }: Fixture): void => {
  describe('a database of another organization', () => {
    it.each([
      { method: 'GET', suffix: '' },
      { method: 'PATCH', suffix: '', json: { name: 'mine' } },
      { method: 'DELETE', suffix: '' },
      { method: 'POST', suffix: '/test' },
      { method: 'GET', suffix: '/schema' },
      { method: 'GET', suffix: '/policy' },
      { method: 'PUT', suffix: '/policy', json: {} },
      { method: 'PATCH', suffix: '/policy', json: { accept: true } },
      { method: 'GET', suffix: '/policy/review' },
      { method: 'POST', suffix: '/policy/preview', json: {} },
      { method: 'POST', suffix: '/attacks' },
      { method: 'GET', suffix: '/attacks' },
      { method: 'GET', suffix: '/glossary' },
      { method: 'PUT', suffix: '/glossary', json: {} },
      { method: 'POST', suffix: '/glossary/draft' },
    ])('gets the response of an unknown database: $method $suffix', async ({ method, suffix, json }) => {
      const otherManager = await other()
      const { id } = await connected(own())
      const replies = [id, UNKNOWN].map((databaseId) =>
        otherManager.send(method, `/databases/${databaseId}${suffix}`, json),
      )
      const [foreign, unknown] = (await Promise.all(replies)).map(
        ({ status, body: { trace_id, timestamp, ...body } }) => ({
          status,
          body,
        }),
      )
      expect(foreign).toEqual(unknown)
      expect([foreign?.status, foreign?.body.error_code]).toEqual([404, 'NOT_FOUND_DATABASE'])
      expect((await own().get(`/databases/${id}`)).status).toBe(200)
      expect((await otherManager.get('/databases')).body.data).toEqual([])
      expect(await otherManager.audit()).toEqual([])
    })
  })
}
