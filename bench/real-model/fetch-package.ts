import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { runTool } from '../../src/local/programs/run-tool.ts'

export interface WantedPackage {
  readonly name: string
  readonly version: string
  /** Its published sources, or what it installs. Nothing of either is built or installed. */
  readonly as: 'sources' | 'wheel'
}

/** Has pip fetch one file of PyPI. @returns its path, in a folder within this one */
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
