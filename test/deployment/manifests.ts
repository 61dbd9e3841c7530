import path from 'node:path'
import { execa } from 'execa'
import { parseAllDocuments } from 'yaml'

export const FOLDER = path.join(import.meta.dirname, '../../deploy/kubernetes')

/** Renders a folder of manifests as one YAML text. @throws when kustomize rejects it */
export const rendered = async (kustomize: string, folder: string): Promise<string> => {
  const { stdout } = await execa(kustomize, ['build', folder], { stdin: 'ignore' })
  return stdout
}

type Labels = Readonly<Record<string, string>>

export interface Selector {
  readonly matchLabels?: Labels
  readonly matchExpressions?: readonly { readonly key: string; readonly operator: 'In'; readonly values: string[] }[]
}

export interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string }
  readonly periodSeconds: number
  readonly failureThreshold: number
}

export interface Container {
  readonly image: string
  readonly args: readonly string[]
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[]
  readonly env: readonly { readonly name: string; readonly value?: string }[]
  readonly envFrom: readonly { readonly configMapRef: { readonly name: string } }[]
  readonly resources: Readonly<Record<'requests' | 'limits', Readonly<Record<string, string>>>>
  readonly securityContext: Readonly<Record<string, unknown>>
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string; readonly readOnly?: boolean }[]
  readonly lifecycle?: { readonly preStop: { readonly sleep: { readonly seconds: number } } }
  readonly startupProbe?: Probe
  readonly readinessProbe?: Probe
  readonly livenessProbe?: Probe
}

export interface PodTemplate {
  readonly metadata: { readonly labels: Labels }
  readonly spec: {
    readonly serviceAccountName: string
    readonly automountServiceAccountToken: boolean
    readonly enableServiceLinks: boolean
    readonly terminationGracePeriodSeconds: number
    readonly securityContext: Readonly<Record<string, unknown>>
    readonly containers: readonly Container[]
    readonly volumes: readonly { readonly name: string; readonly secret?: { readonly secretName: string } }[]
  }
}

/** A manifest of any kind; `spec` is untyped, so that a test fails on a missing field. */
export interface Manifest {
  readonly kind: string
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly annotations?: Readonly<Record<string, string>>
  }
  readonly data?: Readonly<Record<string, string>>
  readonly spec: ReturnType<typeof JSON.parse>
}

/** A rendered text without the manifests of a kind. */
export const withoutKind = (text: string, kind: string): string =>
  text
    .split(/^---\n/m)
    .filter((manifest) => !manifest.includes(`\nkind: ${kind}\n`))
    .join('---\n')

export const manifestsIn = (text: string): Manifest[] => parseAllDocuments(text).map((document) => document.toJS())

/** Pod templates in a set of manifests, by role (`api`, `worker`, `prepare`). */
export const podsOf = (manifests: readonly Manifest[]): { readonly name: string; readonly template: PodTemplate }[] =>
  manifests
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
    .map(({ metadata, spec }) => ({ name: metadata.name.replace('tabletalk-', ''), template: spec.template }))

/** Names of the pods that a selector matches, in these manifests only. */
export const foundBy = (selector: Selector, manifests: readonly Manifest[]): string[] =>
  podsOf(manifests)
    .filter(({ template }) => {
      const { labels } = template.metadata
      const { matchLabels = {}, matchExpressions = [] } = selector
      return (
        Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
        matchExpressions.every(({ key, values }) => values.includes(labels[key] ?? ''))
      )
    })
    .map(({ name }) => name)
