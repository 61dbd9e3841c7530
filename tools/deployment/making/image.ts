import type { MakeOptions } from '../../../src/local/programs/make-server.ts'

export interface Kitchen extends MakeOptions {
  /** Where programs that were built or downloaded are kept. */
  readonly cache: string
}

/** An image and how it is made here. */
export interface Image {
  /** As the files of the deployment name it. */
  readonly name: string
  /** The folder in `recipes/` with its Dockerfile. */
  readonly recipe: string
  /** What the recipe does not show and the image depends on: the versions of its parts. */
  readonly parts: readonly string[]
  /** Puts into the folder of the build what lies in no recipe. */
  gather?(folder: string, kitchen: Kitchen): Promise<void>
}
