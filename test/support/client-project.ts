import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const ROOT = path.join(import.meta.dirname, '../..')
const PACKAGE = path.join(ROOT, 'clients/typescript')
/** What its types are made of. */
const DOCUMENT = 'src/http/openapi.json'

const run = promisify(execFile)

/** A third-party project with the client installed from a checkout without build output. */
export interface ClientProject {
  /** Runs one of its files. */
  run(
    file: string,
    env?: Readonly<Record<string, string>>,
  ): Promise<{ readonly stdout: string; readonly stderr: string }>
  write(file: string, text: string): Promise<void>
  /** What the compiler says of its files, under `strict`; empty where all is well. */
  compile(): Promise<string>
  remove(): Promise<void>
}

/**
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
  const write = (file: string, text: string) => writeFile(path.join(project, file), text)
  await write('package.json', JSON.stringify({ name: 'project', version: '1.0.0', private: true, type: 'module' }))
  const options = { strict: true, module: 'nodenext', target: 'es2022', noEmit: true }
  const types = { lib: ['es2022', 'dom'], types: ['node'], typeRoots: [path.join(ROOT, 'node_modules/@types')] }
  await write('tsconfig.json', JSON.stringify({ compilerOptions: { ...options, ...types }, include: ['*.ts'] }))
  const offline = hasPackages ? ['--offline'] : []
  await run('npm', ['install', installed, '--no-audit', '--no-fund', ...offline], { cwd: project, env: plainEnv() })
  return {
    write,
    run: (file, env = {}) => run(process.execPath, [file], { cwd: project, env: { ...plainEnv(), ...env } }),
    async compile() {
      const compiler = path.join(ROOT, 'node_modules/.bin/tsc')
      return await run(compiler, ['-p', project]).then(
        () => '',
        ({ stdout }: { readonly stdout: string }) => stdout,
      )
    },
    async remove() {
      for (const folder of [checkout, project]) await rm(folder, { recursive: true })
    },
  }
}

/** As a shell has it in which no npm runs. */
const plainEnv = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_OPTIONS$|NODE_ENV$)/i.test(name)))

/** The TypeScript of the client's README, as the one program that it says it is. */
export const readmeProgram = async (): Promise<string> => {
  const readme = await readFile(path.join(PACKAGE, 'README.md'), 'utf8')
  return [...readme.matchAll(/^```ts\n(?<code>.*?)^```$/gms)].map(({ groups }) => groups?.code ?? '').join('\n')
}
