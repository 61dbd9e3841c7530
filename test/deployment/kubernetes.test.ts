import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import { readConfig, SETTINGS } from '../../src/config.ts'
import { deploymentTool, describeWithTools } from '../support/deployment-tools.ts'
import { autoscalerOf, ScaledObject } from './keda.ts'
import { FOLDER, foundBy, type Manifest, manifestsIn, podsOf, rendered, withoutKind } from './manifests.ts'

/** Maintained Kubernetes versions. */
const VERSIONS = ['1.35', '1.36', '1.37']

/** Measured memory of a process without its cache of databases. */
const MEASURED_MB = { api: 215, worker: 300, prepare: 215 }

/** Grace period of a process after SIGTERM, in seconds. */
const DRAIN_S: Readonly<Record<string, number>> = { api: 10, worker: 60, prepare: 0 }

const SECRETS_AT = '/run/secrets/tabletalk'

const settings = new Set(SETTINGS.map(({ name }) => name))
const secretFiles = new Set(SETTINGS.flatMap(({ file }) => file ?? []))

const kustomize = await deploymentTool('kustomize')
const validate = await deploymentTool('kubernetes-validate')

describeWithTools('Kubernetes manifests', { kustomize, 'kubernetes-validate': validate }, (programs) => {
  let scratch: string
  const texts: Record<string, string> = {}
  const sets: Record<string, readonly Manifest[]> = {}
  beforeAll(async () => {
    scratch = await mkdtemp(path.join(tmpdir(), 'tabletalk-manifests-'))
    for (const folder of ['base', 'overlays/example']) {
      const text = await rendered(programs.kustomize, path.join(FOLDER, folder))
      texts[folder] = text
      sets[folder] = manifestsIn(text)
    }
  })
  afterAll(() => rm(scratch, { recursive: true, force: true }))

  const base = (): readonly Manifest[] => sets.base ?? []
  const example = (): readonly Manifest[] => sets['overlays/example'] ?? []
  const only = (manifests: readonly Manifest[], kind: string, name?: string): Manifest => {
    const found = manifests.filter((one) => one.kind === kind && (name === undefined || one.metadata.name === name))
    if (found[0] === undefined || found.length > 1) throw new Error(`${found.length} of ${kind} ${name}`)
    return found[0]
  }
  const containers = (manifests: readonly Manifest[]) =>
    podsOf(manifests).map(({ name, template }) => {
      const [container, ...more] = template.spec.containers
      if (container === undefined || more.length > 0) throw new Error(`${name} has not one container`)
      return { name, template, container }
    })

  /** What KEDA makes of its scaler of workers, whose kind the schemas of Kubernetes do not have. */
  const workerScaler = (manifests: readonly Manifest[]) =>
    ScaledObject.parse(only(manifests, 'ScaledObject', 'tabletalk-worker'))

  /** Validation errors of a Kubernetes version for named manifests. */
  const faults = async (version: string, named: Readonly<Record<string, string>>): Promise<string[]> => {
    const files = Object.entries(named).map(([name, text]) => {
      const file = path.join(scratch, `${version}-${name.replace('/', '-')}`)
      writeFileSync(file, text)
      return file
    })
    const words = ['--kubernetes-version', version, '--strict', '--quiet', ...files]
    const { all } = await execa(programs['kubernetes-validate'], words, { all: true, reject: false, stdin: 'ignore' })
    return all.replaceAll(`${path.join(scratch, version)}-`, '').split('\n')
  }

  it('are valid for Kubernetes 1.35, 1.36 and 1.37, without unknown fields', async () => {
    const known = Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [name, withoutKind(text, 'ScaledObject')]),
    )
    const misspelt = known.base?.replace('unhealthyPodEvictionPolicy', 'unhealthyPodsEvictionPolicy') ?? ''
    const scaler = JSON.stringify(autoscalerOf(workerScaler(base())))
    const found = await Promise.all(VERSIONS.map((version) => faults(version, { ...known, misspelt, scaler })))
    expect(found).toEqual(
      VERSIONS.map((version) => [
        expect.stringMatching(`misspelt.*tabletalk-api against version ${version}: .*unhealthyPodsEvictionPolicy`),
      ]),
    )
  })

  it('name only existing settings, and mount each secret as a file of Secret tabletalk', () => {
    for (const manifests of [base(), example()]) {
      const { data = {}, metadata } = only(manifests, 'ConfigMap')
      expect(Object.keys(data).filter((name) => !settings.has(name))).toEqual([])
      expect(Object.keys(data).filter((name) => secretFiles.has(`${name}_FILE`))).toEqual([])
      for (const { name, container, template } of containers(manifests)) {
        expect(container.envFrom).toEqual([{ configMapRef: { name: metadata.name } }])
        expect({ name, files: container.env.map((variable) => variable.value) }).toEqual({
          name,
          files: container.env.map((variable) => `${SECRETS_AT}/${variable.name.replace(/_FILE$/, '')}`),
        })
        const unknown = container.env.filter((variable) => !secretFiles.has(variable.name))
        expect(unknown).toEqual([])
        const mount = container.volumeMounts.find(({ mountPath }) => mountPath === SECRETS_AT)
        expect(mount?.readOnly).toBe(true)
        const volume = template.spec.volumes.find((one) => one.name === mount?.name)
        expect(volume?.secret?.secretName).toBe('tabletalk')
      }
    }
    expect(() => readConfig({ ...only(base(), 'ConfigMap').data, REDIS_URL: 'redis://redis:6379' })).not.toThrow()
    expect(example().some(({ kind }) => kind === 'Secret')).toBe(false)
  })

  it('run pods as an unprivileged user on a read-only file system, without capabilities or a token', () => {
    for (const { name, template, container } of [...containers(base()), ...containers(example())]) {
      expect({ name, ...template.spec.securityContext }).toMatchObject({
        name,
        runAsNonRoot: true,
        runAsUser: 10_001,
        runAsGroup: 10_001,
        seccompProfile: { type: 'RuntimeDefault' },
      })
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      const { automountServiceAccountToken, enableServiceLinks } = template.spec
      expect({ automountServiceAccountToken, enableServiceLinks }).toEqual({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
      })
      expect(container.image).toMatch(/^(registry\.example\.com\/)?tabletalk:\d+\.\d+\.\d+$/)
    }
    expect(containers(base()).map(({ container }) => container.args)).toEqual([['api'], ['worker'], ['prepare']])
  })

  it('give each process its measured memory plus the cache of databases', () => {
    const kept = readConfig({}).databaseMemoryBytes / 1024 / 1024
    for (const { name, container } of containers(base())) {
      const { requests, limits } = container.resources
      const measured = MEASURED_MB[name as keyof typeof MEASURED_MB]
      expect(mebibytes(requests.memory)).toBeGreaterThan(measured)
      expect(mebibytes(limits.memory)).toBeGreaterThan(measured + (name === 'prepare' ? 0 : kept))
      expect(Object.keys(limits).toSorted()).toEqual(['cpu', 'ephemeral-storage', 'memory'])
    }
  })

  it('probe startup, readiness and liveness at the endpoints of each process', () => {
    const [api, worker] = ['api', 'worker'].map(
      (name) => containers(base()).find((one) => one.name === name)?.container,
    )
    const { PORT, TABLETALK_METRICS } = only(base(), 'ConfigMap').data ?? {}
    expect(api?.ports).toEqual([
      { name: 'http', containerPort: Number(PORT) },
      { name: 'metrics', containerPort: readConfig({ TABLETALK_METRICS }).metrics?.port },
    ])
    expect(worker?.ports).toEqual(api?.ports?.slice(1))
    const asked = [api, worker].map((container) =>
      [container?.startupProbe, container?.readinessProbe, container?.livenessProbe].map((probe) => probe?.httpGet),
    )
    expect(asked).toEqual([
      [
        { path: '/readyz', port: 'http' },
        { path: '/healthz', port: 'http' },
        { path: '/healthz', port: 'http' },
      ],
      [
        { path: '/healthz', port: 'metrics' },
        { path: '/readyz', port: 'metrics' },
        { path: '/healthz', port: 'metrics' },
      ],
    ])
  })

  it('remove a pod only after its replacement is ready, and end it only after it has drained', () => {
    for (const { name, template, container } of containers(base())) {
      const pause = container.lifecycle?.preStop.sleep.seconds ?? 0
      expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(pause + (DRAIN_S[name] ?? 0) + 10)
      expect(pause > 0).toBe(name === 'api')
    }
    for (const name of ['api', 'worker']) {
      const { strategy, replicas } = only(base(), 'Deployment', `tabletalk-${name}`).spec
      expect(strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 })
      expect(replicas).toBeUndefined()
      const scaler =
        name === 'worker'
          ? autoscalerOf(workerScaler(base())).spec
          : only(base(), 'HorizontalPodAutoscaler', `tabletalk-${name}`).spec
      expect(scaler.scaleTargetRef.name).toBe(`tabletalk-${name}`)
      expect(scaler.minReplicas).toBeGreaterThanOrEqual(2)
      const budget = only(base(), 'PodDisruptionBudget', `tabletalk-${name}`).spec
      expect(foundBy(budget.selector, base())).toEqual([name])
      expect(budget.maxUnavailable).toBeLessThan(scaler.minReplicas)
    }
  })

  it('scale workers by the backlog of their own task queue, at the address and namespace that they have', () => {
    for (const manifests of [base(), example()]) {
      const { data = {} } = only(manifests, 'ConfigMap')
      const [trigger, ...more] = workerScaler(manifests).spec.triggers
      expect(more).toEqual([])
      const { endpointFromEnv = '', namespaceFromEnv = '', taskQueue, queueTypes } = trigger?.metadata ?? {}
      const { temporal } = readConfig({ ...data, REDIS_URL: 'redis://redis:6379' })
      expect([data[endpointFromEnv], data[namespaceFromEnv]]).toEqual([temporal.address, temporal.namespace])
      expect([taskQueue, queueTypes]).toEqual([temporal.taskQueue, 'workflow,activity'])
    }
  })

  it('let only workers reach the mail server, and every pod the collector of traces', () => {
    const { data = {} } = only(example(), 'ConfigMap')
    const reached = (port: number) =>
      example().flatMap(({ kind, spec }) =>
        kind === 'NetworkPolicy' && JSON.stringify(spec.egress ?? []).includes(`"port":${port}`)
          ? [foundBy(spec.podSelector, example()).toSorted()]
          : [],
      )
    expect(reached(587)).toEqual([['worker']])
    expect(reached(Number(new URL(data.OTEL_EXPORTER_OTLP_ENDPOINT ?? '').port))).toEqual([
      ['api', 'prepare', 'worker'],
    ])
  })

  it('allow only named traffic: requests to the API, metrics, DNS, and egress of an overlay', () => {
    const policies = base().filter(({ kind }) => kind === 'NetworkPolicy')
    const all = ['api', 'prepare', 'worker']
    const closed = policies.find(({ metadata }) => metadata.name === 'tabletalk')?.spec
    expect(closed.policyTypes).toEqual(['Ingress', 'Egress'])
    expect(closed.ingress).toBeUndefined()
    expect(foundBy(closed.podSelector, base()).toSorted()).toEqual(all)
    const allowed = (set: readonly Manifest[], direction: 'ingress' | 'egress') =>
      set.flatMap(({ kind, spec }) =>
        kind !== 'NetworkPolicy'
          ? []
          : (spec[direction] ?? []).map(
              (rule: { ports: { port: string | number }[]; from?: unknown[]; to?: unknown[] }) => ({
                pods: foundBy(spec.podSelector, set).toSorted(),
                ports: rule.ports.map(({ port }) => port),
                named: (rule.from ?? rule.to ?? []).length > 0,
              }),
            ),
      )
    expect(allowed(base(), 'egress')).toEqual([{ pods: all, ports: [53, 53], named: true }])
    expect(allowed(base(), 'ingress').toSorted((a, b) => b.pods.length - a.pods.length)).toEqual([
      { pods: ['api', 'worker'], ports: ['metrics'], named: true },
      { pods: ['api'], ports: ['http'], named: true },
    ])
    expect(allowed(example(), 'ingress')).toEqual(allowed(base(), 'ingress'))
    expect(allowed(example(), 'egress').every(({ named }) => named)).toBe(true)
  })

  it('route requests to the API through an ingress without buffering and with a timeout longer than a turn', () => {
    for (const manifests of [base(), example()]) {
      const { metadata, spec } = only(manifests, 'Service')
      expect(foundBy({ matchLabels: spec.selector }, manifests)).toEqual(['api'])
      expect(spec.ports).toEqual([{ name: 'http', port: 80, targetPort: 'http' }])
      const ingress = only(manifests, 'Ingress')
      const annotation = (name: string) => ingress.metadata.annotations?.[`nginx.ingress.kubernetes.io/${name}`]
      expect(annotation('proxy-buffering')).toBe('off')
      expect(Number(annotation('proxy-read-timeout')) * 1000).toBeGreaterThan(readConfig({}).turnTimeoutMs)
      expect(annotation('enable-access-log')).toBe('false')
      const hosts = ingress.spec.rules.map(({ host }: { host: string }) => host)
      expect(ingress.spec.tls[0].hosts).toEqual(hosts)
      expect(ingress.spec.rules[0].http.paths[0].backend.service.name).toBe(metadata.name)
    }
  })

  it('match the names and figures in docs/deployment.md', () => {
    const page = readFileSync(path.join(FOLDER, '../../docs/deployment.md'), 'utf8')
    const section = page.split('## Kubernetes')[1]?.split('\n## ')[0] ?? ''
    const named = new Set(section.match(/\btabletalk-[a-z]+/g))
    const tls = only(example(), 'Ingress').spec.tls[0].secretName
    const names = new Set([...example().map(({ metadata }) => metadata.name), tls])
    expect([...named].filter((name) => !names.has(name))).toEqual([])
    expect(named.size).toBeGreaterThan(3)
    const apis = only(base(), 'HorizontalPodAutoscaler', 'tabletalk-api').spec
    const workers = autoscalerOf(workerScaler(base())).spec
    expect(section).toContain(`${apis.minReplicas} to ${apis.maxReplicas} APIs`)
    expect(section).toContain(`${workers.minReplicas} to ${workers.maxReplicas} workers`)
    const [api, worker] = ['api', 'worker'].map(
      (name) => podsOf(base()).find((one) => one.name === name)?.template.spec,
    )
    expect(section).toContain(
      `${api?.terminationGracePeriodSeconds} s and ${worker?.terminationGracePeriodSeconds} s to stop`,
    )
  })

  it('have no namespace and no addresses in the base', () => {
    expect(base().filter(({ metadata }) => metadata.namespace !== undefined)).toEqual([])
    expect(texts.base).not.toMatch(/example\.com|\d+\.\d+\.\d+\.\d+\/\d/)
    expect(example().filter(({ metadata }) => metadata.namespace !== 'tabletalk')).toEqual([])
  })
})

const mebibytes = (text = ''): number => {
  const [, number, unit] = /^(\d+)(Mi|Gi)$/.exec(text) ?? []
  return Number(number) * (unit === 'Gi' ? 1024 : 1)
}
