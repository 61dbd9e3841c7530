import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import pg from 'pg'
import { waitFor } from '../../support/wait-for.ts'
import { codeOf, type Manager } from './manager.ts'

interface Fixture {
  own(): Manager
  /** Connects a database file with two tenants. */
  connected(manager: Manager): Promise<{ readonly id: string; readonly file: string }>
  /** The address of a PostgreSQL server. */
  server(): Promise<string>
}

/** Attack jobs on the policy of a database, run by a worker. */
export const attackCases = ({ own, connected, server }: Fixture): void => {
  const attack = async (id: string) => await own().send('POST', `/databases/${id}/attacks`)
  const runs = async (id: string) => (await own().get(`/databases/${id}/attacks`)).body.data
  const ended = async (id: string) => {
    let [run] = await runs(id)
    await waitFor('the end of the attacks', async () => {
      ;[run] = await runs(id)
      return !['queued', 'running'].includes(run?.status)
    })
    return run
  }
  const copiesOf = async (jobId: string) =>
    (await readdir(tmpdir())).filter((name) => name.includes(`tabletalk_scratch_${jobId.replaceAll('-', '')}`))

  describe('POST /databases/{id}/attacks', () => {
    it('joins concurrent requests in one job, which reports no leak, removes its copies and does not change the database', async () => {
      const { id, file } = await connected(own())
      const before = await readFile(file)
      const replies = await Promise.all([attack(id), attack(id)])
      const [jobId, same] = replies.map(({ body }) => String(body.data.id))
      expect(same).toBe(jobId)
      for (const { status, headers, body } of replies)
        expect([status, headers.get('location'), body.data.kind]).toEqual([202, `/api/v1/jobs/${jobId}`, 'attack'])
      expect((await attack(id)).body.data.id).toBe(jobId)
      const run = await ended(id)
      expect(run).toMatchObject({ id: jobId, status: 'succeeded', failure: null })
      const { report } = run
      expect(report).toMatchObject({
        engine: 'sqlite',
        tables: 5,
        tables_of: 5,
        callers: ['tenant'],
        leaked: 0,
        leaks: [],
      })
      expect([report.suite, report.families.length]).toEqual([expect.stringMatching(/^[0-9a-f]{12}$/), 13])
      const tried = report.families.reduce((sum: number, family: { tried: number }) => sum + family.tried, 0)
      expect([tried, report.refused + report.filtered]).toEqual([report.drafts, report.drafts])
      const job = (await own().get(`/jobs/${jobId}`)).body.data
      expect(job).toMatchObject({ kind: 'attack', status: 'succeeded', database_id: id, result: report })
      expect(await copiesOf(String(jobId))).toEqual([])
      expect(before.equals(await readFile(file))).toBe(true)
      const logged = (await own().audit()).filter(([action, subject]) => action === 'policy.attacked' && subject === id)
      expect(logged.length).toBeGreaterThan(0)
      const other = await attack(id)
      expect(other.body.data.id).not.toBe(jobId)
      await own().send('DELETE', `/jobs/${other.body.data.id}`)
      expect((await runs(id)).map(({ id: runId }: { id: string }) => runId)).toEqual([other.body.data.id, jobId])
    })

    it('ends the job and removes its copies when the job is cancelled or the database is removed', async () => {
      const [cancelled, removed] = [await connected(own()), await connected(own())]
      const jobs = [cancelled, removed].map(async ({ id }) => String((await attack(id)).body.data.id))
      const [first = '', second = ''] = await Promise.all(jobs)
      await waitFor('the first copies', async () => (await copiesOf(first)).length > 0)
      expect((await own().send('DELETE', `/jobs/${first}`)).status).toBe(200)
      expect((await own().send('DELETE', `/databases/${removed.id}`)).status).toBe(200)
      expect((await runs(cancelled.id))[0]).toMatchObject({ id: first, status: 'cancelled', report: null })
      expect(codeOf(await own().get(`/jobs/${second}`))).toEqual([404, 'NOT_FOUND_JOB'])
      await waitFor('the end of the copies', async () =>
        (await Promise.all([first, second].map(copiesOf))).every((copies) => copies.length === 0),
      )
    })

    it('fails with instructions if the database user has no right to create copies', async () => {
      const url = new URL(await server())
      const client = new pg.Client(url.href)
      await client.connect()
      await client.query(`
        CREATE SCHEMA attacked; CREATE TABLE attacked.bills (id int PRIMARY KEY, tenant_id int NOT NULL);
        CREATE ROLE humble LOGIN PASSWORD 'h'; GRANT USAGE ON SCHEMA attacked TO humble; GRANT SELECT ON attacked.bills TO humble`)
      Object.assign(url, { username: 'humble', password: 'h' })
      const about = { name: 'attacked', url: url.href, include: ['attacked.*'], requires_organization_scoping: true }
      const { id } = (await own().send('POST', '/databases', about)).body.data
      const { id: jobId } = (await attack(id)).body.data
      const run = await ended(id)
      expect(run).toMatchObject({ id: jobId, status: 'failed', report: null })
      expect(run.failure).toMatch(/CREATEDB\. .*`tabletalk guard attack --scratch URL`/)
      expect((await own().get(`/jobs/${jobId}`)).body.data.problem).toMatchObject({
        problem: 'state_invalid',
        status_code: 400,
        message: run.failure,
      })
      await client.query('DROP SCHEMA attacked CASCADE; DROP ROLE humble')
      await client.end()
    })
  })
}
