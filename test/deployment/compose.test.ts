import { access, readFile } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { z } from 'zod'
import { SETTINGS } from '../../src/config.ts'
import { findOnPath } from '../../src/local/programs/on-path.ts'
import { images } from '../../tools/deployment/making/images.ts'
import { compose, composeConfig, LIBRARY_SETTINGS } from './compose-config.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const FILES = ['', '.tls', '.telemetry', '.backup'].map((name) => `docker-compose${name}.yml`)

const haproxy = await findOnPath('haproxy')

const Service = z.object({
  image: z.string(),
  command: z
    .array(z.string())
    .nullish()
    .transform((words) => words ?? []),
  user: z.string().optional(),
  read_only: z.boolean().default(false),
  cap_drop: z.array(z.string()).default([]),
  cap_add: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  privileged: z.boolean().default(false),
  container_name: z.string().optional(),
  network_mode: z.string().optional(),
  restart: z.string().optional(),
  stop_grace_period: z.string().optional(),
  logging: z.object({ options: z.record(z.string(), z.string()) }).optional(),
  environment: z.record(z.string(), z.string().nullable()).default({}),
  healthcheck: z.object({ disable: z.boolean().default(false) }).optional(),
  networks: z.record(z.string(), z.unknown()).default({}),
  ports: z.array(z.object({ published: z.string(), target: z.number(), host_ip: z.string().optional() })).default([]),
  volumes: z
    .array(
      z.object({ type: z.string(), source: z.string(), target: z.string(), read_only: z.boolean().default(false) }),
    )
    .default([]),
  configs: z.array(z.object({ source: z.string() })).default([]),
  deploy: z
    .object({
      replicas: z.number().optional(),
      resources: z.object({ limits: z.object({ memory: z.string(), pids: z.number() }).partial() }),
    })
    .optional(),
})
type Service = z.infer<typeof Service>

const Model = z.object({
  services: z.record(z.string(), Service),
  configs: z.record(z.string(), z.object({ file: z.string() })),
  networks: z.record(z.string(), z.object({ internal: z.boolean().default(false) }).nullable()),
})

/** As `composeConfig`, parsed. */
const loaded = async (files: readonly string[], variables: Readonly<Record<string, string>> = {}) =>
  Model.parse(JSON.parse(await composeConfig(files, variables)))

const isJob = ({ restart }: Service) => restart === 'no'
const isOurs = ({ image }: Service) => image.startsWith('tabletalk:')
const namesIn = (services: Record<string, Service>, matches: (service: Service, name: string) => boolean) =>
  Object.entries(services).flatMap(([name, service]) => (matches(service, name) ? [name] : []))

const isSetting = (name: string): boolean =>
  LIBRARY_SETTINGS.includes(name) || SETTINGS.some((setting) => name === (setting.file ?? setting.name))

const describeWithCompose = compose === undefined ? describe.skip : describe
const skippedCompose = compose === undefined ? ' (skipped: no Compose; tools/deployment builds it)' : ''
describeWithCompose(`Compose files${skippedCompose}`, () => {
  let services: Record<string, Service> = {}
  let plain: Record<string, Service> = {}
  let model: z.infer<typeof Model>
  beforeAll(async () => {
    const [all, alone] = await Promise.all([loaded(FILES), loaded(FILES.slice(0, 1))])
    model = all
    services = all.services
    plain = alone.services
  })

  it('set only existing settings', () => {
    const unknown = Object.values(services)
      .filter(isOurs)
      .flatMap(({ environment }) => Object.keys(environment).filter((name) => !isSetting(name)))
    expect(unknown).toEqual([])
  })

  it('do not allow private hosts for customer databases', () => {
    expect(namesIn(services, ({ environment }) => Boolean(environment.TABLETALK_ALLOW_PRIVATE_HOSTS))).toEqual([])
  })

  it('provide every secret as a generated file on a read-only mount, and none as an environment value', async () => {
    const made = await readFile(path.join(ROOT, 'deploy/compose/secrets'), 'utf8')
    const app = ['mongodb_uri', 'redis_url', 'tabletalk_secret', 'codec_secret']
    const groups = { app, ui: ['codec_secret'], postgres: ['postgres_password'] }
    const mongo = ['keyfile', 'root_password', 'tabletalk_password']
    const known: Readonly<Record<string, readonly string[]>> = { ...groups, mongo, redis: ['users.acl'], proxy: [] }
    const withCodec = await loaded(FILES, { TABLETALK_CODEC_SECRET_FILE: '/run/secrets/codec_secret' })
    const wrong = Object.entries(withCodec.services).flatMap(([name, { environment, volumes }]) =>
      Object.entries(environment).flatMap(([variable, file]) => {
        if (!variable.endsWith('_FILE') || !file) return []
        const volume = volumes.find(({ target }) => target === '/run/secrets')
        const group = volume?.source.replace(/^secrets-/, '') ?? ''
        const secret = path.basename(file)
        const isMounted = path.dirname(file) === '/run/secrets' && volume?.read_only === true
        return isMounted && known[group]?.includes(secret) && made.includes(`${group}/${secret}`)
          ? []
          : [`${name}: ${file}`]
      }),
    )
    expect(wrong.filter((each) => !each.includes('/etc/temporal/'))).toEqual([])
    const given = Object.values(services).flatMap(({ environment }) =>
      Object.entries(environment).filter(([name, value]) => /(PASSWORD|PWD|SECRET|API_KEY)$/.test(name) && value),
    )
    expect(given).toEqual([])
  })

  it('pin every image to a full version', () => {
    const names = Object.values(services).map(({ image }) => image)
    expect(names.filter((image) => !/:v?\d+\.\d+(\.\d+)?(-[a-z]+)?$/.test(image))).toEqual([])
  })

  it('use, with the Dockerfile, exactly the images that can be built without a registry', async () => {
    const dockerfile = await readFile(path.join(ROOT, 'Dockerfile'), 'utf8')
    const bases = [...dockerfile.matchAll(/^FROM (\S+:\S+)/gm)].map(([, base = '']) => base)
    const others = Object.values(services).filter((service) => !isOurs(service))
    const named = new Set([...bases, ...others.map(({ image }) => image)])
    const made = (await images()).map(({ name }) => name)
    expect(made.toSorted()).toEqual([...named].toSorted())
  })

  it('run every service unprivileged and read-only, with limits for memory, processes and logs', () => {
    const loose = namesIn(services, (service) => {
      const { memory, pids } = service.deploy?.resources.limits ?? {}
      const limited = memory !== undefined && pids !== undefined && service.logging?.options['max-size'] !== undefined
      const bound = service.cap_drop.includes('ALL') && service.security_opt.includes('no-new-privileges:true')
      return !(limited && bound && service.read_only && /^\d+:\d+$/.test(service.user ?? '') && !service.privileged)
    })
    expect(loose).toEqual([])
  })

  it('limit the memory of all servers to what docs/deployment.md says', async () => {
    const limitOf = ({ deploy }: Service) => (deploy?.replicas ?? 1) * Number(deploy?.resources.limits.memory)
    const sumOf = (among: Record<string, Service>) => {
      const servers = Object.values(among).filter((service) => !isJob(service))
      return (servers.reduce((sum, server) => sum + limitOf(server), 0) / 1024 ** 3).toFixed(1)
    }
    const page = await readFile(path.join(ROOT, 'docs/deployment.md'), 'utf8')
    expect(page).toContain(`memory limits add up to ${sumOf(plain)} GiB (${sumOf(services)} GiB with telemetry)`)
  })

  it('run as root only the job without a network that sets owners of secrets', () => {
    expect(namesIn(services, ({ user, cap_add }) => user?.startsWith('0:') !== false || cap_add.length > 0)).toEqual([
      'secrets',
    ])
    expect([services.secrets?.cap_add, services.secrets?.network_mode]).toEqual([['CHOWN'], 'none'])
  })

  it('let Temporal log in as a user that is not the superuser of PostgreSQL', async () => {
    const { postgres, temporal } = services
    const superuser = postgres?.environment.POSTGRES_USER ?? 'postgres'
    expect(temporal?.environment.POSTGRES_USER).not.toBe(superuser)
    const users = await readFile(path.join(ROOT, 'deploy/compose/postgres-users.sql'), 'utf8')
    expect(users).toContain(`CREATE ROLE ${temporal?.environment.POSTGRES_USER} LOGIN PASSWORD`)
    expect(users).toContain(`ALTER ROLE ${superuser} PASSWORD NULL;`)
    expect(postgres?.configs.map(({ source }) => source)).toContain('postgres-users')
  })

  it('have a health check for each long-running service', () => {
    const unwatched = namesIn(services, (service) => !isJob(service) && service.healthcheck?.disable !== false)
    // The image contains no program for a check, and no service depends on it.
    expect(unwatched).toEqual(['otel-collector'])
    expect(namesIn(services, (service) => !isJob(service) && service.restart !== 'unless-stopped')).toEqual([])
  })

  it('publish only the proxy to other hosts, and pages without a login on the loopback address', () => {
    const portsOf = (among: Record<string, Service>) =>
      Object.entries(among).flatMap(([name, { ports }]) =>
        ports.map(({ host_ip = '*', published, target }) => `${name} ${host_ip}:${published}:${target}`),
      )
    expect(portsOf(plain).sort()).toEqual([
      'proxy *:8080:8080',
      'proxy 127.0.0.1:8234:8406',
      'temporal-ui 127.0.0.1:8233:8080',
    ])
    expect(portsOf(services).sort()).toEqual([
      'prometheus 127.0.0.1:9090:9090',
      'proxy *:443:8443',
      'proxy *:80:8080',
      'proxy 127.0.0.1:8234:8406',
      'temporal-ui 127.0.0.1:8233:8080',
    ])
  })

  it('let the Temporal UI decode payloads by the port of this machine, only with the secret that `.env` names', async () => {
    const codecOf = (among: Record<string, Service>) =>
      [among.api, among['temporal-ui']].map((service) => service?.environment.TABLETALK_CODEC_SECRET_FILE)
    expect(codecOf(services)).toEqual(['', ''])
    const file = '/run/secrets/codec_secret'
    const named = { TABLETALK_CODEC_SECRET_FILE: file, TEMPORAL_CODEC_PORT: '4821' }
    const { services: readable } = await loaded(FILES, named)
    expect(codecOf(readable)).toEqual([file, file])
    expect(readable['temporal-ui']?.environment.CODEC_ADDRESS).toBe('http://127.0.0.1:4821')
    expect(readable.proxy?.ports.filter(({ published }) => published === '4821')).toEqual([
      { published: '4821', target: 8406, host_ip: '127.0.0.1' },
    ])
  })

  it('keep the stores, Temporal and its data on internal networks', () => {
    const inside = [
      'mongo',
      'mongo-replica-set',
      'postgres',
      'redis',
      'temporal',
      'temporal-namespace',
      'temporal-schema',
    ]
    const isOpen = (network: string) => model.networks[network]?.internal !== true
    const open = namesIn(services, ({ networks }) => Object.keys(networks).some(isOpen))
    expect(open.filter((name) => inside.includes(name))).toEqual([])
    const withStores = namesIn(services, ({ networks }) => 'stores' in networks)
    expect(withStores).not.toContain('proxy')
    expect(namesIn(services, ({ networks }) => 'temporal-store' in networks).sort()).toEqual([
      'postgres',
      'temporal',
      'temporal-schema',
    ])
  })

  it('run two replicas of API and worker without fixed names or ports, and stop them after draining', () => {
    const each = [services.api, services.worker]
    expect(each.map((service) => service?.deploy?.replicas)).toEqual([2, 2])
    expect(each.flatMap((service) => [service?.container_name, ...(service?.ports ?? [])])).toEqual([
      undefined,
      undefined,
    ])
    expect(each.map((service) => service?.stop_grace_period)).toEqual(['20s', '1m15s'])
  })

  it('add to the command of PostgreSQL only the archive of its log, in the folder of backups', () => {
    const { command: own = [] } = plain.postgres ?? {}
    const { command = [], volumes = [] } = services.postgres ?? {}
    expect(command.slice(0, own.length)).toEqual(own)
    expect(command.slice(own.length).filter((word) => word !== '-c')).toEqual([
      'archive_mode=on',
      'archive_timeout=60s',
      'archive_command=sh /backup.sh archive %p %f',
    ])
    expect(namesIn(services, (service) => service.volumes.some(({ target }) => target === '/backups'))).toEqual([
      'mongo',
      'postgres',
      'secrets',
    ])
    expect(volumes.find(({ target }) => target === '/backups')?.source).toBe('backups')
  })

  it('mount only existing files', async () => {
    const files = Object.values(model.configs).map(({ file }) => path.relative(ROOT, file))
    const found = await Promise.all(
      files.map((file) =>
        access(path.join(ROOT, file)).then(
          () => file,
          () => undefined,
        ),
      ),
    )
    expect(files.filter((file) => !found.includes(file))).toEqual([])
  })
})

const itWithHaproxy = haproxy === undefined ? it.skip : it
const skippedHaproxy = haproxy === undefined ? ' (skipped: no haproxy)' : ''
itWithHaproxy(`HAProxy accepts the proxy configuration${skippedHaproxy}`, async () => {
  const env = { PROXY_SILENCE: '200s' }
  const { exitCode, stderr } = await execa(haproxy ?? '', ['-c', '-f', path.join(ROOT, 'deploy/compose/haproxy.cfg')], {
    env,
    reject: false,
  })
  expect([exitCode, stderr]).toEqual([0, expect.not.stringContaining('ALERT')])
})
