import path from 'node:path'
import { execa } from 'execa'
import { DockerFailed, type DockerRun, docker, dockerOr } from '../docker/docker.ts'

/** The files of the deployment, started as a project of their own. */
export interface StackSettings {
  readonly project: string
  /** The checkout whose files are started. */
  readonly root: string
  /** Of the files, relative to the checkout. */
  readonly files: readonly string[]
  /** What the files read from the environment. */
  readonly env: Readonly<Record<string, string>>
}

/** One container of the project as Compose tells of it. */
export interface Container {
  readonly name: string
  readonly service: string
  readonly state: string
  readonly health: string
  readonly exitCode: number
}

interface Listed {
  readonly Name: string
  readonly Service: string
  readonly State: string
  readonly Health: string
  readonly ExitCode: number
}

const UP_WITHIN_MS = 240_000

export class Stack {
  readonly settings: StackSettings

  constructor(settings: StackSettings) {
    this.settings = settings
  }

  /** Runs `docker compose` for this project. @returns what it printed. @throws DockerFailed */
  async compose(args: readonly string[], more: Pick<DockerRun, 'input' | 'env' | 'timeoutMs'> = {}) {
    const { root, env } = this.settings
    const { input, timeoutMs } = more
    return await docker(['compose', ...this.#where(), ...args], {
      cwd: root,
      env: { ...env, ...more.env },
      ...(input === undefined ? {} : { input }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    })
  }

  /** Runs a program of the checkout as an operator of this project would. @throws ExecaError with what it printed */
  async run(program: string, args: readonly string[]): Promise<void> {
    const { project, root, files, env } = this.settings
    const named = { COMPOSE_PROJECT_NAME: project, COMPOSE_FILE: files.join(':') }
    await execa(path.join(root, program), args, { cwd: root, env: { ...env, ...named }, stdin: 'ignore' })
  }

  /**
   * Starts everything.
   * @param scale how many containers of a service, as Compose has it: `worker=4`
   * @throws DockerFailed that names what did not come up, where something did not
   */
  async up(scale: readonly string[] = []): Promise<void> {
    const scaled = scale.flatMap((one) => ['--scale', one])
    try {
      await this.compose(['up', '--detach', '--no-build', ...scaled], { timeoutMs: UP_WITHIN_MS })
    } catch (error) {
      const containers = await this.containers()
      const states = containers.map(
        ({ service, state, health, exitCode }) => `  ${service}: ${state} ${health} ${exitCode}`,
      )
      const failed = containers.find(({ state, exitCode }) => state === 'exited' && exitCode !== 0)
      const last = failed === undefined ? '' : await docker(['logs', '--tail', '5', failed.name], { both: true })
      throw new DockerFailed(`${error instanceof Error ? error.message : error}\n${states.join('\n')}\n${last}`)
    }
  }

  async containers(service?: string): Promise<readonly Container[]> {
    const lines = (await this.compose(['ps', '--all', '--format', 'json'])).split('\n').filter((line) => line !== '')
    const listed = lines.map((line): Listed => JSON.parse(line))
    return listed
      .map(({ Name, Service, State, Health, ExitCode }) => ({
        name: Name,
        service: Service,
        state: State,
        health: Health,
        exitCode: ExitCode,
      }))
      .filter((container) => service === undefined || container.service === service)
      .toSorted((a, b) => a.name.localeCompare(b.name))
  }

  /** Where this machine reaches the first container of a service, whether or not it is published. */
  async addressOf(service: string): Promise<string> {
    const [container] = await this.containers(service)
    const format = '{{range .NetworkSettings.Networks}}{{.IPAddress}} {{end}}'
    const found = container === undefined ? '' : await docker(['inspect', '--format', format, container.name])
    const [address] = found.trim().split(' ')
    if (address === undefined || address === '') throw new Error(`${service} has no address`)
    return address
  }

  /** What the containers printed so far. */
  async logs(service?: string): Promise<string> {
    return await this.compose(['logs', '--no-color', ...(service === undefined ? [] : [service])])
  }

  /** Ends and removes everything of the project, its volumes and networks too. */
  async remove(): Promise<void> {
    const { root, env } = this.settings
    const args = [
      'compose',
      ...this.#where(),
      '--profile',
      '*',
      'down',
      '--volumes',
      '--remove-orphans',
      '--timeout',
      '20',
    ]
    await dockerOr(args, { cwd: root, env })
  }

  #where(): readonly string[] {
    const { project, root, files } = this.settings
    return ['--project-name', project, ...files.flatMap((file) => ['--file', path.join(root, file)])]
  }
}
