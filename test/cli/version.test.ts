import manifest from '../../package.json' with { type: 'json' }
import { CommandProcess } from './command-process.ts'

const commands = new CommandProcess()
afterAll(() => commands.close())

const run = (...words: string[]) => commands.run({ words, env: {} })

describe('tabletalk', () => {
  it.each(['--version', '-V'])('prints its version for %s, and one JSON document with --json', async (option) => {
    expect(await run(option)).toEqual({ code: 0, out: manifest.version, err: '' })
    for (const words of [
      [option, '--json'],
      ['--json', option],
    ])
      expect(JSON.parse((await run(...words)).out)).toEqual({ version: manifest.version, node: process.versions.node })
  })
})
