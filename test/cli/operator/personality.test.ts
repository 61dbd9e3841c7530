import { jest } from '@jest/globals'
import { type OperatorBench, operatorBench } from './command.ts'

/** The machine may be busy. */
jest.setTimeout(240_000)

let bench: OperatorBench
beforeAll(async () => {
  bench = await operatorBench()
})
afterAll(() => bench.close())

const run = (...words: string[]) => bench.run(['personality', ...words])

describe('tabletalk personality', () => {
  it('creates, lists and removes a personality, and records each change in the audit log', async () => {
    const words = ['--name', 'Ann', '--style', 'friendly', '--greeting', 'Welcome!', '--no-qa']
    const prompt = ['--system-prompt', 'You are Ann.', '--json']
    const { json } = await run('create', ...words, ...prompt)
    expect(json).toEqual({ personality_id: expect.any(String), organization_id: 1 })
    const id: string = json.personality_id
    const { body } = await bench.platform.request(`/api/v1/personalities/${id}`, { headers: { 'X-Tenant-Id': null } })
    expect(body.data).toMatchObject({ name: 'Ann', style: 'FRIENDLY', greeting: 'Welcome!', links: false, qa: false })
    expect(body.data.system_prompt).toBe('You are Ann.')
    expect((await run('list', '--json')).json.personalities).toMatchObject([{ personality_id: id, name: 'Ann' }])
    expect((await run('list')).out).toContain('Ann')
    expect((await run('remove', 'Ann', '--json')).json).toEqual({ personality_id: id, removed: true })
    expect((await run('list', '--json')).json.personalities).toEqual([])
    const log = await bench.platform.app.store.audit.list({ organizationId: 1 }, { page: 1, pageSize: 9 })
    expect(log.items.map(({ action, actor }) => [action, actor.kind])).toEqual([
      ['personality.removed', 'command'],
      ['personality.created', 'command'],
    ])
  })

  it('exits with 1 and a message for invalid options and unknown names', async () => {
    await run('create', '--name', 'Bob')
    const wrong = await Promise.all([
      run('create', '--name', 'bob', '--json'),
      run('create', '--name', 'Cid', '--style', 'rude'),
      run('create', '--name', 'Cid', '--greeting', 'x'.repeat(501)),
      run('create', '--name', 'Cid', '--system-prompt', 'x'.repeat(4_001)),
      run('remove', 'nobody', '--json'),
    ])
    expect(wrong.map(({ code }) => code)).toEqual([1, 1, 1, 1, 1])
    const [taken, style, long, prompt, none] = wrong.map(({ err }) => err)
    expect(taken).toContain('name: is already used by another personality')
    expect(style).toContain('CASUAL, PROFESSIONAL, TECHNICAL, CONCISE, FRIENDLY')
    expect(long).toContain('at most 500 characters')
    expect(prompt).toContain('at most 4000 characters')
    expect(none).toContain('no personality nobody')
  })
})
