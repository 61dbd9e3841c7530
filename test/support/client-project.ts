import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import which from 'which'

const ROOT = path.join(import.meta.dirname, '../..')
const PACKAGE = path.join(ROOT, 'clients/typescript')
/** What its types are made of. */
const DOCUMENT = 'src/http/openapi.json'
/** Where compiled programs are. */
const COMPILED = 'compiled'

const run = promisify(execFile)

/** A third-party project with the client installed. */
export interface ClientProject {
  readonly folder: string
  /** Runs a program of the project on a Node. */
  run(
    program: string,
    env?: Readonly<Record<string, string>>,
    node?: string,
  ): Promise<{ readonly stdout: string; readonly stderr: string }>
  write(file: string, text: string): Promise<void>
  /** Installs the client from a tarball of `npm pack`, in place of the checkout. @returns its files */
  installPacked(): Promise<readonly string[]>
  /** Compiles the project, under `strict` and both ways to resolve modules. @returns what the compiler says; empty if all is well */
  compile(): Promise<string>
  /** Builds a folder of it with Vite, into its `dist`. */
  bundle(folder: string): Promise<void>
  remove(): Promise<void>
}

/**
 * A project with the client installed from a checkout without build output.
 *
 * @param hasPackages whether the checkout has the packages of its root; where it has not, they come from the registry
 */
export const clientProject = async (hasPackages: boolean): Promise<ClientProject> => {
  const cache = path.join(ROOT, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const checkout = await mkdtemp(path.join(hasPackages ? cache : os.tmpdir(), 'tabletalk-checkout-'))
  const project = await mkdtemp(path.join(os.tmpdir(), 'tabletalk-project-'))
  const installed = path.join(checkout, 'clients/typescript')
  const isMade = (file: string): boolean => /[\\/](?:dist|node_modules|schema\.ts)$/.test(file.slice(PACKAGE.length))
  await cp(PACKAGE, installed, { recursive: true, filter: (file) => !isMade(file) })
  await cp(path.join(ROOT, DOCUMENT), path.join(checkout, DOCUMENT))
  const write = async (file: string, text: string) => {
    await mkdir(path.dirname(path.join(project, file)), { recursive: true })
    await writeFile(path.join(project, file), text)
  }
  await write('package.json', JSON.stringify({ name: 'project', version: '1.0.0', private: true, type: 'module' }))
  const options = { strict: true, module: 'nodenext', target: 'es2022', outDir: COMPILED, rootDir: '.' }
  const types = { lib: ['es2022', 'dom'], types: ['node'], typeRoots: [path.join(ROOT, 'node_modules/@types')] }
  await write('tsconfig.json', JSON.stringify({ compilerOptions: { ...options, ...types }, exclude: ['page/dist'] }))
  const npm = (args: readonly string[], cwd: string) => run('npm', args, { cwd, env: plainEnv() })
  const install = (...packages: readonly string[]) =>
    npm(['install', ...packages, '--no-audit', '--no-fund', ...(hasPackages ? ['--offline'] : [])], project)
  await install(installed)
  const compiler = (...more: readonly string[]) =>
    run(path.join(ROOT, 'node_modules/.bin/tsc'), ['-p', project, ...more]).then(
      () => '',
      ({ stdout }: { readonly stdout: string }) => stdout,
    )
  return {
    folder: project,
    write,
    run: (program, env = {}, node = process.execPath) =>
      run(node, [path.join(COMPILED, program)], { cwd: project, env: { ...plainEnv(), ...env } }),
    async installPacked() {
      const pack = async (folder: string) => {
        const { stdout } = await npm(['pack', folder, '--json', '--pack-destination', checkout], installed)
        const [{ filename, files }] = JSON.parse(stdout.slice(stdout.indexOf('[\n')))
        const paths: readonly string[] = files.map((file: { readonly path: string }) => file.path)
        return { tarball: path.join(checkout, filename), paths }
      }
      // Its dependency is packed from what is installed here, because a suite has no registry.
      const [client, parser] = [await pack('.'), await pack(path.join(ROOT, 'node_modules/eventsource-parser'))]
      await install(client.tarball, parser.tarball)
      return client.paths
    },
    compile: async () => {
      const bundled = ['--noEmit', '--module', 'esnext', '--moduleResolution', 'bundler']
      return (await Promise.all([compiler(), compiler(...bundled)])).join('')
    },
    async bundle(folder) {
      const vite = path.join(ROOT, 'node_modules/.bin/vite')
      await run(vite, ['build', path.join(project, folder), '--logLevel', 'error'], { env: plainEnv() })
    },
    async remove() {
      for (const folder of [checkout, project]) await rm(folder, { recursive: true })
    },
  }
}

/** The versions of Node on PATH that the client supports, one of each major version. */
export const installedNodes = async (): Promise<readonly string[]> => {
  const nodes = new Map<string, string>()
  for (const node of which.sync('node', { all: true })) {
    const [major = ''] = (await run(node, ['-p', 'process.versions.node'])).stdout.split('.')
    if (Number(major) >= NODE_MIN && !nodes.has(major)) nodes.set(major, node)
  }
  if (nodes.size < 2) console.warn('skipped: the client runs on one version of Node, because there is one on PATH')
  return [...nodes.values()]
}

const NODE_MIN = 20

/** As a shell has it in which no npm runs. */
const plainEnv = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_OPTIONS$|NODE_ENV$)/i.test(name)))

/** The TypeScript of the client's README, as the one program that it says it is. */
export const readmeProgram = async (): Promise<string> => {
  const readme = await readFile(path.join(PACKAGE, 'README.md'), 'utf8')
  return [...readme.matchAll(/^```ts\n(?<code>.*?)^```$/gms)].map(({ groups }) => groups?.code ?? '').join('\n')
}
