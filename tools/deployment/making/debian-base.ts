import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import { findOnPath } from '../../../src/local/programs/on-path.ts'
import { runTool } from '../../../src/local/programs/run-tool.ts'
import { RECIPE_LABEL, recipeOf } from './kept-image.ts'

/** What every other image here begins with. */
export const BASE = 'debian:trixie-slim'

const SUITE = 'trixie'
const ARCHIVE = 'http://deb.debian.org/debian'
const SECURITY = 'http://deb.debian.org/debian-security'

const FILES: Readonly<Record<string, string>> = {
  'etc/apt/sources.list': [
    `deb ${ARCHIVE} ${SUITE} main`,
    `deb ${ARCHIVE} ${SUITE}-updates main`,
    `deb ${SECURITY} ${SUITE}-security main`,
  ].join('\n'),
  'etc/apt/apt.conf.d/01-slim': ['Install-Recommends', 'Install-Suggests']
    .map((name) => `APT::${name} "false";`)
    .join('\n'),
  'etc/dpkg/dpkg.cfg.d/01-slim': [
    ...['doc', 'man', 'locale', 'info', 'lintian'].map((name) => `path-exclude=/usr/share/${name}/*`),
    'path-include=/usr/share/doc/*/copyright',
  ].join('\n'),
}

/** Of what debootstrap leaves behind. */
const LEFT_OUT = ['var/cache/apt/*', 'var/lib/apt/lists/*', 'var/log/*'].concat(
  ['man', 'locale', 'info'].map((name) => `usr/share/${name}/*`),
)

/** What is written into the base, so that another base makes other images. */
export const baseRecipe = (): string => recipeOf([SUITE, ARCHIVE, ...Object.entries(FILES).flat(), ...LEFT_OUT])

/** A minimal Debian by debootstrap, as an image. Only root can make it. */
export const makeBase = async (signal: AbortSignal | undefined): Promise<void> => {
  const debootstrap = await findOnPath('debootstrap')
  if (debootstrap === undefined) throw new Error('There is no `debootstrap`. On Debian: apt-get install debootstrap')
  if (process.getuid?.() !== 0) throw new Error('Only root can make a Debian base (debootstrap).')
  const folder = await mkdtemp(path.join(tmpdir(), 'tabletalk-debian-'))
  try {
    await runTool(debootstrap, ['--variant=minbase', SUITE, folder, ARCHIVE], { cwd: folder, signal })
    for (const [file, text] of Object.entries(FILES)) await writeFile(path.join(folder, file), `${text}\n`)
    const changes = ['CMD ["bash"]', `LABEL ${RECIPE_LABEL}=${baseRecipe()}`].flatMap((change) => ['-c', change])
    const excluded = LEFT_OUT.map((pattern) => `--exclude=./${pattern}`)
    const tar = execa('tar', ['-C', folder, ...excluded, '-c', '.'], { buffer: false, stdin: 'ignore' })
    await tar.pipe('docker', ['import', ...changes, '-', BASE], signal === undefined ? {} : { cancelSignal: signal })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
