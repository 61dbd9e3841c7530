import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import manifest from '../../package.json' with { type: 'json' }
import { readConfig } from '../../src/config.ts'
import { deploymentTool } from '../support/deployment-tools.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const FILE = path.join(ROOT, 'Dockerfile')

const hadolint = await deploymentTool('hadolint')

const text = await readFile(FILE, 'utf8')
/** Instructions with their arguments; continued lines are joined. */
const instructions = text
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, ' ')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => {
    const [name = '', ...rest] = line.split(/ +/)
    return { name, words: rest.join(' ') }
  })
const lastStage = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'))
const only = (wanted: string): string => {
  const found = lastStage.filter(({ name }) => name === wanted)
  expect([wanted, found.length]).toEqual([wanted, 1])
  return found[0]?.words ?? ''
}

describe('Dockerfile', () => {
  const lint = hadolint === undefined ? it.skip : it
  lint(
    `passes hadolint${hadolint === undefined ? ' (skipped: no hadolint; tools/deployment/checks downloads it)' : ''}`,
    async () => {
      const { stdout, exitCode } = await execa(hadolint ?? '', [FILE], { reject: false })
      expect([stdout, exitCode]).toEqual(['', 0])
    },
  )

  it('uses one exact, architecture-independent base image for every stage', () => {
    const bases = instructions.filter(({ name }) => name === 'FROM').map(({ words }) => words.split(' ')[0])
    expect(new Set(bases)).toEqual(new Set([expect.stringMatching(/^node:\d+\.\d+\.\d+-[a-z]+-slim$/)]))
    expect(text).not.toMatch(/amd64|x86_64|arm64|aarch64|--platform|latest/)
  })

  it('uses the Node version of package-lock.json', async () => {
    const { packages } = JSON.parse(await readFile(path.join(ROOT, 'package-lock.json'), 'utf8'))
    expect(text).toContain(`node:${packages['node_modules/node'].version}-`)
  })

  it('runs the product without a shell, with the flags of `npm start`, as a numeric user', () => {
    const command = manifest.scripts.start.split(' ').slice(1, -1)
    expect(JSON.parse(only('ENTRYPOINT'))).toEqual(command)
    expect(JSON.parse(only('CMD'))).toEqual(expect.any(Array))
    expect(JSON.parse(only('HEALTHCHECK').replace(/^.*CMD /, ''))).toEqual(['bash', 'bin/healthy'])
    expect(only('USER')).toBe('10001:10001')
    expect(lastStage.map(({ name }) => name)).not.toContain('RUN')
  })

  it('keeps proxy settings of the build out of the image', () => {
    expect(lastStage.filter(({ name }) => name === 'ARG').map(({ words }) => words)).toEqual(['REVISION=unknown'])
    expect(lastStage.filter(({ name, words }) => name === 'COPY' && !words.startsWith('--from=build '))).toEqual([])
  })

  it('is labelled with version and license of the package', async () => {
    const { version, license } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'))
    const labels = only('LABEL')
    expect(labels).toContain(`org.opencontainers.image.version="${version}"`)
    expect(labels).toContain(`org.opencontainers.image.licenses="${license}"`)
  })

  it('sets only existing settings, and exposes their ports', () => {
    const names = only('ENV').matchAll(/(?:^| )([A-Z_]+)=/g)
    const own = [...names].map(([, name]) => name ?? '').filter((name) => !/^NODE_|^HOME$/.test(name))
    expect(own).toEqual(['HOST', 'PORT', 'TABLETALK_METRICS'])
    const { host, port, metrics } = readConfig(
      Object.fromEntries(own.map((name) => [name, new RegExp(`${name}=(\\S+)`).exec(only('ENV'))?.[1]])),
    )
    const ports = [port, metrics?.port].join(' ')
    expect([host, metrics?.host, only('EXPOSE')]).toEqual(['0.0.0.0', '0.0.0.0', ports])
  })
})
