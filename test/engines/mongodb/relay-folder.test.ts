import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { relayFolder, removeStaleFolders, SOCKET } from '../../../src/engines/mongodb/connect/relay-folder.ts'

let parent: string
beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'relay-folders-'))
})
afterEach(() => rmSync(parent, { recursive: true, force: true }))

/** The pid of a process that has ended. */
const deadPid = (): number => spawnSync(process.execPath, ['-e', '']).pid

const folder = (name: string): string => {
  const made = path.join(parent, name)
  mkdirSync(made)
  return made
}

it('removeStaleFolders removes relay folders of dead processes, and keeps those of live processes and other folders', async () => {
  const stale = folder(`tabletalk-relay-${deadPid()}-abcdef`)
  writeFileSync(path.join(stale, SOCKET), '')
  folder(`tabletalk-relay-${deadPid()}-ghijkl`)
  const kept = [`tabletalk-relay-${process.pid}-abcdef`, 'tabletalk-relay-abcdef', `other-${deadPid()}-abcdef`]
  for (const name of kept) folder(name)
  await removeStaleFolders(parent)
  expect(readdirSync(parent).toSorted()).toEqual(kept.toSorted())
})

it('removeStaleFolders keeps a relay folder with a listening socket, even if its pid is dead', async () => {
  const name = `tabletalk-relay-${deadPid()}-abcdef`
  const server = net.createServer().listen(path.join(folder(name), SOCKET))
  await once(server, 'listening')
  await removeStaleFolders(parent)
  expect(readdirSync(parent)).toEqual([name])
  server.close()
})

it('removeStaleFolders accepts a missing parent folder', async () => {
  await expect(removeStaleFolders(path.join(parent, 'nowhere'))).resolves.toBeUndefined()
})

it('relayFolder creates a folder with the pid of the process in its name', async () => {
  const made = await relayFolder()
  expect(path.basename(made)).toMatch(new RegExp(`^tabletalk-relay-${process.pid}-`))
  rmSync(made, { recursive: true })
})
