import { z } from 'zod'

const Policy = z.strictObject({ type: z.enum(['Pods', 'Percent']), value: z.int(), periodSeconds: z.int() })
const Rules = z.strictObject({ stabilizationWindowSeconds: z.int(), policies: z.array(Policy) })

/** The fields of the trigger `temporal` that are used here; each is text, as KEDA requires (its documentation, 2.17 to 2.22). */
const TemporalTrigger = z.strictObject({
  type: z.literal('temporal'),
  metadata: z.strictObject({
    endpointFromEnv: z.string(),
    namespaceFromEnv: z.string(),
    taskQueue: z.string(),
    queueTypes: z.string(),
    targetQueueSize: z.string().regex(/^\d+$/),
  }),
})

/** Those fields of KEDA's ScaledObject (`keda.sh/v1alpha1`) that are used here, from its custom resource definition. */
export const ScaledObject = z.strictObject({
  apiVersion: z.literal('keda.sh/v1alpha1'),
  kind: z.literal('ScaledObject'),
  metadata: z.looseObject({ name: z.string() }),
  spec: z.strictObject({
    scaleTargetRef: z.strictObject({ apiVersion: z.string(), kind: z.string(), name: z.string() }),
    minReplicaCount: z.int(),
    maxReplicaCount: z.int(),
    pollingInterval: z.int(),
    advanced: z.strictObject({
      horizontalPodAutoscalerConfig: z.strictObject({
        name: z.string(),
        behavior: z.strictObject({ scaleDown: Rules }),
      }),
    }),
    triggers: z.array(TemporalTrigger),
  }),
})

/** The HorizontalPodAutoscaler that KEDA makes of it. */
export const autoscalerOf = ({ spec }: z.infer<typeof ScaledObject>) => ({
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: spec.advanced.horizontalPodAutoscalerConfig.name },
  spec: {
    scaleTargetRef: spec.scaleTargetRef,
    minReplicas: spec.minReplicaCount,
    maxReplicas: spec.maxReplicaCount,
    behavior: spec.advanced.horizontalPodAutoscalerConfig.behavior,
    metrics: spec.triggers.map(({ metadata }, number) => ({
      type: 'External',
      external: {
        metric: { name: `s${number}-temporal` },
        target: { type: 'AverageValue', averageValue: metadata.targetQueueSize },
      },
    })),
  },
})
