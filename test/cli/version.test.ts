import manifest from '../../package.json' with { type: 'json' }
import { CommandProcess } from './command-process.ts'

const commands = new CommandProcess()
afterAll(() => commands.close())

const run = (...words: string[]) => commands.run({ words, env: {} })

describe('tabletalk', () => {
  it.each(['--version', '-V'])('says its version with %s, as one document where it is asked to', async (option) => {
    expect(await run(option)).toEqual({ code: 0, out: manifest.version, err: '' })
    for (const words of [
      [option, '--json'],
      ['--json', option],
    ])
      expect(JSON.parse((await run(...words)).out)).toEqual({ version: manifest.version, node: process.versions.node })
  })
})
