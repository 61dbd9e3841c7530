import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** The source files of a build. */
export interface Sources {
  readonly folders: readonly string[]
  readonly files: readonly string[]
  /** Whether a file of the folders is included, by its path. */
  readonly counts: (file: string) => boolean
}

/** A digest (hexadecimal) of all paths and contents of sources. */
export const sourcesDigest = async (root: string, { folders, files, counts }: Sources): Promise<string> => {
  const found = folders.map(async (folder) => {
    const entries = await readdir(path.join(root, folder), { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
      .filter(counts)
  })
  const names = [...files, ...(await Promise.all(found)).flat().toSorted()]
  const contents = await Promise.all(names.map((name) => readFile(path.join(root, name))))
  const digest = createHash('sha256')
  for (const [at, content] of contents.entries()) digest.update(`${names[at]}\0${content.length}\0`).update(content)
  return digest.digest('hex')
}
