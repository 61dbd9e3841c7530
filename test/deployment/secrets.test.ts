import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'

const PROGRAM = path.join(import.meta.dirname, '../../deploy/compose/secrets')
const VOLUMES = ['app', 'postgres', 'mongo', 'redis', 'proxy', 'ui'] as const

describe('deploy/compose/secrets', () => {
  let root = ''
  const run = async (args: string, input = '') => {
    // Without root, owners cannot be set.
    const env = { SECRETS_ROOT: path.join(root, 'secrets'), PATH: `${path.join(root, 'bin')}:${process.env.PATH}` }
    return await execa('sh', [PROGRAM, ...args.split(' ')], { env, input, reject: false })
  }
  const read = async (file: string) => await readFile(path.join(root, 'secrets', file), 'utf8')

  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'tabletalk-secrets-'))
    await mkdir(path.join(root, 'bin'))
    await writeFile(path.join(root, 'bin/chown'), '#!/bin/sh\n', { mode: 0o755 })
    for (const volume of VOLUMES) await mkdir(path.join(root, 'secrets', volume), { recursive: true })
    await run('make')
  })
  afterEach(async () => await rm(root, { recursive: true }))

  it.each([
    ['postgres_password', 'postgres/postgres_password'],
    ['mongodb_root_password', 'mongo/root_password'],
  ])('new %s keeps the current one, and the next one if it runs again, until take', async (name, file) => {
    const current = await read(file)
    expect((await run(`new ${name}`)).stdout).toContain(`deploy/rotate ${name}`)
    const next = await read(`${file}_next`)
    await run(`new ${name}`)
    expect([await read(file), await read(`${file}_next`), next === current]).toEqual([current, next, false])
    await run(`take ${name}`)
    expect(await read(file)).toBe(next)
    const { exitCode, stderr } = await run(`take ${name}`)
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`deploy/rotate ${name}`)])
    expect(await read(file)).toBe(next)
  })

  it('new tabletalk_secret keeps the secret that data may be encrypted with', async () => {
    const current = await read('app/tabletalk_secret')
    await run('new tabletalk_secret')
    await run('swap')
    expect(await read('app/tabletalk_secret_previous')).toBe(current)
    const again = await run('new tabletalk_secret')
    expect([again.exitCode, again.stderr]).toEqual([1, expect.stringContaining('tabletalk secret reseal')])
    expect(await read('app/tabletalk_secret_previous')).toBe(current)
    expect((await run('new tabletalk_secret --resealed')).exitCode).toBe(0)
    expect(await read('app/tabletalk_secret_previous')).not.toBe(current)
  })

  it('put tabletalk_secret keeps the one that it replaces', async () => {
    const current = await read('app/tabletalk_secret')
    const { stderr } = await run('put tabletalk_secret', 'that of a backup')
    expect(stderr).toContain('tabletalk_secret_replaced')
    expect([await read('app/tabletalk_secret'), await read('app/tabletalk_secret_replaced')]).toEqual([
      'that of a backup',
      current,
    ])
    await run('put tabletalk_secret', 'that of a backup')
    expect(await read('app/tabletalk_secret_replaced')).toBe(current)
  })

  it.each([
    ['mongodb_password', 'mongodb_uri', 'mongo/tabletalk_password'],
    ['redis_password', 'redis_url', 'redis/password'],
  ])('new %s changes the address with it, but not the address of another server', async (name, address, file) => {
    expect((await run(`new ${name}`)).exitCode).toBe(0)
    const current = await read(file)
    expect(await read(`app/${address}`)).toContain(current)
    await run(`put ${address}`, 'of another server')
    const { exitCode, stderr } = await run(`new ${name}`)
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`put the new ${address}`)])
    expect([await read(`app/${address}`), await read(file)]).toEqual(['of another server', current])
  })

  it('lists names, not the files of servers', async () => {
    await run('new mongodb_root_password')
    expect((await run('list')).stdout.split('\n').toSorted()).toEqual([
      'codec_secret',
      'mongodb_password',
      'mongodb_root_password',
      'mongodb_uri',
      'postgres_password',
      'redis_password',
      'redis_url',
      'tabletalk_secret',
    ])
  })
})
