import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import { parse } from 'yaml'

const PROGRAM = path.join(import.meta.dirname, '../../deploy/pin-images')
const PULLED = `sha256:${'a'.repeat(64)}`
const ASKED = `sha256:${'b'.repeat(64)}`

const MODEL = {
  services: {
    api: { image: 'tabletalk:0.1.0', build: { context: '.' } },
    postgres: { image: 'postgres:17.12-trixie' },
    redis: { image: 'redis:8.0.2-trixie' },
  },
}

/** Docker with one pulled image, and a registry that may answer. */
const DOCKER = `#!/bin/sh
case "$*" in
  compose*) cat "$MODEL" ;;
  'image inspect'*postgres*) printf 'mirror.example/postgres@sha256:0\\npostgres@${PULLED}\\n' ;;
  'buildx imagetools'*redis*) [ -n "$REGISTRY" ] && echo ${ASKED} ;;
  *) exit 1 ;;
esac
`

describe('deploy/pin-images', () => {
  let root = ''
  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'tabletalk-pin-'))
    for (const folder of ['deploy', 'bin']) await mkdir(path.join(root, folder))
    await copyFile(PROGRAM, path.join(root, 'deploy/pin-images'))
    await writeFile(path.join(root, 'model.json'), JSON.stringify(MODEL))
    await writeFile(path.join(root, 'bin/docker'), DOCKER)
    // The part of jq that the program uses.
    const lines = `const { services } = JSON.parse(require('fs').readFileSync(0)); for (const [name, { image, build }] of Object.entries(services)) if (!build) console.log(name, image)`
    await writeFile(path.join(root, 'bin/jq'), `#!/bin/sh\nexec '${process.execPath}' -e "${lines}"\n`)
    for (const program of ['docker', 'jq']) await chmod(path.join(root, 'bin', program), 0o755)
  })
  afterAll(async () => await rm(root, { recursive: true }))

  const run = async (registry: string) =>
    await execa('bash', [path.join(root, 'deploy/pin-images')], {
      env: {
        PATH: `${path.join(root, 'bin')}:${process.env.PATH}`,
        MODEL: path.join(root, 'model.json'),
        REGISTRY: registry,
      },
      reject: false,
    })
  const written = async () => await readFile(path.join(root, 'docker-compose.images.yml'), 'utf8')

  it('pins every image that is not built, by the digest of its own repository', async () => {
    expect((await run('reachable')).exitCode).toBe(0)
    expect(parse(await written())).toEqual({
      services: {
        postgres: { image: `postgres:17.12-trixie@${PULLED}` },
        redis: { image: `redis:8.0.2-trixie@${ASKED}` },
      },
    })
  })

  it('fails, and keeps the earlier digests, if one is unknown', async () => {
    const earlier = await written()
    const { exitCode, stderr } = await run('')
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('docker compose pull')])
    expect(await written()).toBe(earlier)
  })
})
