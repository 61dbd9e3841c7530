import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateDemo } from '../../../demo/generate.ts'

it('the demo database is made in under five seconds of processor time', () => {
  const folder = mkdtempSync(join(tmpdir(), 'demo-generate-'))
  const started = process.cpuUsage()
  generateDemo(join(folder, 'demo.sqlite'), new Date())
  const { user, system } = process.cpuUsage(started)
  rmSync(folder, { recursive: true, force: true })
  expect((user + system) / 1_000).toBeLessThan(5_000)
})
