import path from 'node:path'
import { execa } from 'execa'
import { deploymentTool } from '../support/deployment-tools.ts'

/** Settings that the OpenTelemetry library reads itself. */
export const LIBRARY_SETTINGS = ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_RESOURCE_ATTRIBUTES']

const ROOT = path.join(import.meta.dirname, '../..')

/** `docker-compose config` needs no daemon. */
export const compose = await deploymentTool('docker-compose')

/** The configuration that Compose renders from files of the repository with these environment variables only, as JSON text. */
export const composeConfig = async (
  files: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<string> => {
  const named = files.flatMap((file) => ['-f', path.join(ROOT, file)])
  const options = { extendEnv: false, env: { ...variables, PATH: process.env.PATH ?? '', HOME: '/' } }
  const words = [...named, '--env-file', '/dev/null', '--profile', '*', 'config', '--format', 'json']
  const { stdout } = await execa(compose ?? '', words, options)
  return stdout
}
