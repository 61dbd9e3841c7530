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

/** The number of a process that has ended. */
const gone = (): number => spawnSync(process.execPath, ['-e', '']).pid

const folder = (name: string): string => {
  const made = path.join(parent, name)
  mkdirSync(made)
  return made
}

it('folders of processes that were killed go, and those of living ones and of others stay', async () => {
  const left = folder(`tabletalk-relay-${gone()}-abcdef`)
  writeFileSync(path.join(left, SOCKET), '')
  folder(`tabletalk-relay-${gone()}-ghijkl`)
  const kept = [`tabletalk-relay-${process.pid}-abcdef`, 'tabletalk-relay-abcdef', `other-${gone()}-abcdef`]
  for (const name of kept) folder(name)
  await removeStaleFolders(parent)
  expect(readdirSync(parent).toSorted()).toEqual(kept.toSorted())
})

it('a folder stays in which somebody listens, whatever its process is called here', async () => {
  const name = `tabletalk-relay-${gone()}-abcdef`
  const server = net.createServer().listen(path.join(folder(name), SOCKET))
  await once(server, 'listening')
  await removeStaleFolders(parent)
  expect(readdirSync(parent)).toEqual([name])
  server.close()
})

it('where there is nothing, nothing is wrong', async () => {
  await expect(removeStaleFolders(path.join(parent, 'nowhere'))).resolves.toBeUndefined()
})

it('a folder of this process says whose it is', async () => {
  const made = await relayFolder()
  expect(path.basename(made)).toMatch(new RegExp(`^tabletalk-relay-${process.pid}-`))
  rmSync(made, { recursive: true })
})
