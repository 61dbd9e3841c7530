import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { runTool } from '../../src/local/programs/run-tool.ts'

interface WantedPackage {
  readonly name: string
  readonly version: string
  /** Its source archive or its wheel. Nothing is built or installed. */
  readonly as: 'sources' | 'wheel'
}

/** Downloads one file from PyPI with pip. @returns its path in a subfolder */
export const fetchPackage = async ({ name, version, as }: WantedPackage, folder: string): Promise<string> => {
  const place = path.join(folder, 'fetched')
  await mkdir(place, { recursive: true })
  const form = as === 'sources' ? '--no-binary' : '--only-binary'
  const args = ['-m', 'pip', 'download', '--quiet', '--disable-pip-version-check', '--no-deps', form, name]
  await runTool('python3', [...args, '--dest', place, `${name}==${version}`], { cwd: folder })
  const [file] = await readdir(place)
  if (file === undefined) throw new Error(`pip fetched nothing of ${name} ${version}`)
  return path.join(place, file)
}
