import { mkdir, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import type { MakeOptions } from '../../../src/local/programs/make-server.ts'
import { GO_PROGRAMS, goProgram } from '../making/go-programs.ts'
import { dockerOr } from './docker.ts'

/** Where the client of Docker finds its plugin. */
export interface Compose {
  /** For DOCKER_CONFIG; undefined where the client has Compose by itself. */
  readonly folder: string | undefined
}

/**
 * Sees to it that `docker compose` works, here and in every process that is started from now on: the client's own
 * Compose where it has one, else one that is built once.
 */
export const withCompose = async ({ cache, ...making }: MakeOptions & { cache: string }): Promise<Compose> => {
  if ((await dockerOr(['compose', 'version'])) !== undefined) return { folder: process.env.DOCKER_CONFIG }
  const program = await goProgram(cache, GO_PROGRAMS.compose, making)
  const folder = path.join(cache, 'docker-client')
  const plugins = path.join(folder, 'cli-plugins')
  const plugin = path.join(plugins, 'docker-compose')
  await mkdir(plugins, { recursive: true })
  await rm(plugin, { force: true })
  await symlink(program, plugin)
  process.env.DOCKER_CONFIG = folder
  return { folder }
}
