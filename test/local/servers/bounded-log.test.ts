import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import { LOG_BYTES_MAX, limitLogSize } from '../../../src/local/servers/limit-log-size.ts'
import { openTelemetry } from '../../../src/platform/process/telemetry.ts'
import { waitFor } from '../../support/wait-for.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tabletalk-bounded-'))
})
afterAll(() => rm(folder, { recursive: true }))

const sizeOf = async (file: string): Promise<number> => (await stat(file).catch(() => ({ size: 0 }))).size

describe('log size limit', () => {
  it('rotates a log that another process keeps writing, and keeps the last block in a .old file', async () => {
    const file = path.join(folder, 'server.log')
    // Writes a block for each message and confirms it.
    const code = `process.stdin.on('data', () => {
      require('node:fs').writeSync(1, ('line ' + n++ + '\\n').repeat(5000)); process.stderr.write('written')
    }); let n = 1`
    const writer = execa('sh', ['-c', `exec "$0" -e "$1" >>"$2"`, process.execPath, code, file], { reject: false })
    const stop = limitLogSize(file, { bytesMax: 20_000, everyMs: 5 })
    for (let block = 1; block <= 4; block++) {
      writer.stdin.write('more')
      await once(writer.stderr, 'data')
      await waitFor('the rotation of the log', async () => (await sizeOf(file)) === 0)
      expect(await readFile(`${file}.old`, 'utf8')).toBe(`line ${block}\n`.repeat(5000))
    }
    stop()
    writer.stdin.end()
    writer.kill()
    await writer
  })

  it('rotates the log of the application', async () => {
    const file = path.join(folder, 'tabletalk.log')
    const telemetry = await openTelemetry({ logLevel: 'info', metrics: undefined, traces: undefined }, 'start', file)
    const address = 'x'.repeat(100_000)
    for (let bytes = 0; bytes <= LOG_BYTES_MAX; bytes += address.length)
      telemetry.observe({ kind: 'api_started', address })
    await waitFor('the rotation of the log', async () => (await sizeOf(`${file}.old`)) > LOG_BYTES_MAX)
    await waitFor('an empty log', async () => (await sizeOf(file)) === 0)
    await telemetry.close()
  })
})
