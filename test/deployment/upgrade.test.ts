import { access, copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'

const PROGRAM = path.join(import.meta.dirname, '../../deploy/upgrade')
const FAKE = path.join(import.meta.dirname, 'fake')

describe('deploy/upgrade', () => {
  let root = ''
  const state = (name: string) => path.join(root, 'state', name)
  const put = async (id: string, image: string) => {
    const [service] = id.split('-')
    await writeFile(state(`containers/${id}`), `${service} tabletalk:${image}\n`)
  }
  const run = async (...args: readonly string[]) =>
    await execa('bash', [path.join(root, 'deploy/upgrade'), ...args], {
      env: { PATH: `${FAKE}:${process.env.PATH}`, STATE: path.join(root, 'state') },
      reject: false,
    })
  const log = async () => (await readFile(state('log'), 'utf8')).split('\n').filter((line) => line !== '')
  const containers = async () => {
    const ids = (await readdir(state('containers'))).filter((id) => !id.startsWith('proxy'))
    return await Promise.all(ids.map(async (id) => (await readFile(state(`containers/${id}`), 'utf8')).trim()))
  }
  const env = async () => await readFile(path.join(root, '.env'), 'utf8')

  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'tabletalk-upgrade-'))
    for (const folder of ['deploy', 'state/containers', 'state/images'])
      await mkdir(path.join(root, folder), { recursive: true })
    await copyFile(PROGRAM, path.join(root, 'deploy/upgrade'))
    await writeFile(path.join(root, '.env'), 'COMPOSE_FILE=a.yml:b.yml\nTABLETALK_TAG=1.0.0\nLOG_LEVEL=warn\n')
    for (const image of ['1.0.0', '1.1.0', 'broken']) await writeFile(state(`images/tabletalk:${image}`), '')
    for (const id of ['worker-1', 'worker-2', 'worker-3', 'api-4', 'api-5', 'proxy-1']) await put(id, '1.0.0')
    await writeFile(state('next'), '5\n')
    await writeFile(state('log'), '')
  })
  afterEach(async () => await rm(root, { recursive: true }))

  it('prepares the store, then replaces workers, then APIs, each after a new one is ready', async () => {
    const { exitCode, stderr } = await run('1.1.0')
    expect([exitCode, stderr]).toEqual([0, ''])
    expect(await log()).toEqual([
      'prepare',
      ...['start worker-6', 'stop worker-1', 'start worker-7', 'stop worker-2', 'start worker-8', 'stop worker-3'],
      ...['start api-9', 'stop api-4', 'start api-10', 'stop api-5'],
    ])
    expect((await containers()).toSorted()).toEqual([
      ...Array.from({ length: 2 }, () => 'api tabletalk:1.1.0'),
      ...Array.from({ length: 3 }, () => 'worker tabletalk:1.1.0'),
    ])
    expect(await env()).toBe('COMPOSE_FILE=a.yml:b.yml\nLOG_LEVEL=warn\nTABLETALK_TAG=1.1.0\n')
  })

  it('goes back in the other order, without preparing the store', async () => {
    await run('1.1.0')
    await writeFile(state('log'), '')
    expect((await run('--back', '1.0.0')).exitCode).toBe(0)
    expect((await log()).map((line) => line.replace(/\d+$/, ''))).toEqual([
      ...['start api-', 'stop api-', 'start api-', 'stop api-'],
      ...['start worker-', 'stop worker-', 'start worker-', 'stop worker-', 'start worker-', 'stop worker-'],
    ])
    expect(await env()).toContain('TABLETALK_TAG=1.0.0')
  })

  it.each([
    ['an unknown image', ['2.0.0'], 'TABLETALK_TAG=2.0.0 docker compose build'],
    ['no tag', [], 'Usage: '],
  ])('changes nothing for %s, and says what to do', async (_, args, hint) => {
    const { exitCode, stderr } = await run(...args)
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(hint)])
    expect([await log(), await env()]).toEqual([[], expect.stringContaining('TABLETALK_TAG=1.0.0')])
  })

  it('removes a container that does not become ready, and stops no other', async () => {
    const { exitCode, stderr } = await run('broken')
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/last line of its log.*--back 1\.0\.0/s)])
    expect(await log()).toEqual(['prepare', 'start worker-6', 'remove worker-6'])
    expect([(await containers()).length, await env()]).toEqual([5, expect.stringContaining('TABLETALK_TAG=1.0.0')])
  })

  it('continues an interrupted run with the number of containers from before it', async () => {
    await put('worker-6', '1.1.0')
    await writeFile(state('next'), '6\n')
    await writeFile(path.join(root, '.upgrade'), 'worker=3\napi=2\n')
    expect((await run('1.1.0')).exitCode).toBe(0)
    expect((await log()).slice(0, 3)).toEqual(['prepare', 'stop worker-1', 'start worker-7'])
    expect((await containers()).length).toBe(5)
    await expect(access(path.join(root, '.upgrade'))).rejects.toThrow()
  })
})
