import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { homeFiles, openHome } from '../../../src/local/home/home.ts'
import { HomeInUse, lockHome, readLockOwner } from '../../../src/local/home/lock-home.ts'
import { markProcess, processIdentity } from '../../../src/local/home/process-identity.ts'
import { holdHome } from './hold-home.ts'

const folders: string[] = []

const newHome = async (): Promise<string> => {
  const home = await mkdtemp(path.join(tmpdir(), 'tabletalk-lock-'))
  folders.push(home)
  await openHome(home)
  return home
}

afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

describe('the lock of a home folder', () => {
  it('refuses a second process, and names the owner', async () => {
    const home = await newHome()
    const holder = await holdHome(home)
    const refusal = lockHome(home)
    await expect(refusal).rejects.toBeInstanceOf(HomeInUse)
    await expect(refusal).rejects.toThrow(`process ${holder.pid}`)
    await holder.kill()
  })

  it('is released by kill -9 of its owner', async () => {
    const home = await newHome()
    const holder = await holdHome(home)
    await holder.kill()
    await (await lockHome(home)).release()
  })

  it('does not belong to a later process with the same process id', async () => {
    const home = await newHome()
    const mark = await markProcess(process.pid)
    await writeFile(homeFiles(home).lock, JSON.stringify({ ...mark, identity: 'an earlier process' }))
    expect(await readLockOwner(home)).toBeUndefined()
    await (await lockHome(home)).release()
  })

  it('is acquired by exactly one of 8 concurrent callers after its owner died', async () => {
    const home = await newHome()
    await (await holdHome(home)).kill()
    const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => lockHome(home)))
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('has no owner after its release', async () => {
    const home = await newHome()
    await (await lockHome(home)).release()
    expect(await readLockOwner(home)).toBeUndefined()
  })

  it.each(['', '{', '{"pid":"x"}', 'null'])('can be acquired if the lock file contains %j', async (text) => {
    const home = await newHome()
    await writeFile(homeFiles(home).lock, text)
    await (await lockHome(home)).release()
  })
})

describe('processIdentity', () => {
  it('is stable while the process runs', async () => {
    expect(await processIdentity(process.pid)).toBe(await processIdentity(process.pid))
  })

  it('differs between processes', async () => {
    expect(await processIdentity(process.ppid)).not.toBe(await processIdentity(process.pid))
  })

  it('is undefined after the process has exited', async () => {
    const run = promisify(execFile)('true')
    const { pid } = run.child
    await run
    expect(await processIdentity(pid ?? 0)).toBeUndefined()
  })
})
