import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { docker } from '../docker/docker.ts'
import { BASE, baseRecipe, makeBase } from './debian-base.ts'
import type { Image, Kitchen } from './image.ts'
import { images } from './images.ts'
import { RECIPE_LABEL, recipeOf, stateOf, textsIn } from './kept-image.ts'

const RECIPES = path.join(import.meta.dirname, '../recipes')

/** An image that is there now. */
export interface MadeImage {
  readonly name: string
  readonly bytes: number
  /** `foreign`: it was here under this name, and not made here, so that it was left alone. */
  readonly how: 'made' | 'kept' | 'foreign'
}

/**
 * Makes what is missing of the images, one after the other; those that are there stay, so that a run that was broken
 * off goes on where it stopped.
 * @param wanted names that contain one of these; all without
 */
export const makeImages = async (kitchen: Kitchen, wanted: readonly string[] = []): Promise<readonly MadeImage[]> => {
  const all = (await images()).filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)))
  const made: MadeImage[] = []
  for (const image of all) {
    const recipe = recipeOf([baseRecipe(), ...image.parts, ...(await textsIn(path.join(RECIPES, image.recipe)))])
    const state = await stateOf(image.name, recipe)
    const isHere = state === 'kept' || state === 'foreign'
    if (!isHere) await makeImage(image, recipe, kitchen)
    made.push({ name: image.name, bytes: await bytesOf(image.name), how: isHere ? state : 'made' })
  }
  return made
}

const makeImage = async (image: Image, recipe: string, kitchen: Kitchen): Promise<void> => {
  const { progress, signal } = kitchen
  if (!['kept', 'foreign'].includes(await stateOf(BASE, baseRecipe())))
    await progress.step(`Making ${BASE} with debootstrap (a minute)`, () => makeBase(signal))
  const folder = await mkdtemp(path.join(tmpdir(), 'tabletalk-image-'))
  try {
    await cp(path.join(RECIPES, image.recipe), folder, { recursive: true })
    await image.gather?.(folder, kitchen)
    const label = ['--label', `${RECIPE_LABEL}=${recipe}`]
    await progress.step(`Making ${image.name}`, () =>
      docker(['build', '--network', 'host', ...label, '--tag', image.name, folder], { signal }),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const bytesOf = async (name: string): Promise<number> =>
  Number(await docker(['image', 'inspect', '--format', '{{.Size}}', name]))
