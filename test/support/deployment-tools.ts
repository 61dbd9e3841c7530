import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import path from 'node:path'
import { readConfig } from '../../src/config.ts'
import { findOnPath } from '../../src/local/programs/on-path.ts'

/** Where `tools/deployment/checks` puts what the tests of the deployment check with, below the cache of all checkouts. */
const CACHED = {
  hadolint: 'checks-venv/bin',
  'kubernetes-validate': 'checks-venv/bin',
  kustomize: 'kustomize-5.8.1',
  'docker-compose': 'compose-2.40.3',
} as const

export type DeploymentTool = keyof typeof CACHED

/** The program, on PATH or else in the cache; undefined where `tools/deployment/checks` has not been run. */
export const deploymentTool = async (name: DeploymentTool): Promise<string | undefined> => {
  const cached = path.join(readConfig().cache, CACHED[name], name)
  const isCached = await access(cached, constants.X_OK).then(
    () => true,
    () => false,
  )
  return isCached ? cached : findOnPath(name)
}

/** Runs tests that need these programs; elsewhere one line says that they are left out. */
export const describeWithTools = <Name extends DeploymentTool>(
  name: string,
  programs: Readonly<Record<Name, string | undefined>>,
  tests: (found: Readonly<Record<Name, string>>) => void,
): void => {
  const missing = Object.entries(programs).flatMap(([program, file]) => (file === undefined ? [program] : []))
  if (isFound(programs)) describe(name, () => tests(programs))
  else it.skip(`${name}: ${missing.join(' and ')} not here; tools/deployment/checks gets what is missing`, () => {})
}

const isFound = <Name extends string>(
  programs: Readonly<Record<Name, string | undefined>>,
): programs is Readonly<Record<Name, string>> => Object.values(programs).every((file) => file !== undefined)
