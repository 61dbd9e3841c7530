import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { dockerOr } from '../docker/docker.ts'

/** On every image that is made here: what it was made from. */
export const RECIPE_LABEL = 'tabletalk.recipe'

export const recipeOf = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16)

/** Names and contents of the files in a folder without folders. */
export const textsIn = async (folder: string): Promise<readonly string[]> => {
  const names = (await readdir(folder)).toSorted()
  return (await Promise.all(names.map(async (name) => [name, await readFile(path.join(folder, name), 'utf8')]))).flat()
}

/** What the daemon has of an image: nothing, one that was made here from `recipe`, an older one, or somebody else's. */
export const stateOf = async (name: string, recipe: string): Promise<'absent' | 'kept' | 'old' | 'foreign'> => {
  const format = `{{index .Config.Labels "${RECIPE_LABEL}"}}`
  const label = await dockerOr(['image', 'inspect', '--format', format, name])
  if (label === undefined) return 'absent'
  if (label === '' || label === '<no value>') return 'foreign'
  return label === recipe ? 'kept' : 'old'
}
