import type { Config, ConfiguredModel } from '../../config.ts'

/**
 * Configuration errors of models that are known without calling them; undefined if there are none. Logged once when a process
 * starts, and shown by `doctor`.
 */
export const modelFaults = ({ model }: Pick<Config, 'model'>): string | undefined => {
  const troubles = [
    troubleOf(model, 'every question that needs it fails'),
    troubleOf(model?.wording, 'answers are worded without a model'),
    troubleOf(model?.fallback, 'there is no fallback'),
    troubleOf(model?.embedding, 'tables are found by keywords only'),
  ].filter((trouble) => trouble !== undefined)
  return troubles.length === 0 ? undefined : troubles.join('; ')
}

const troubleOf = (model: ConfiguredModel | undefined, consequence: string): string | undefined =>
  model?.missing === undefined
    ? undefined
    : `${model.name}, which requires ${model.missing.join(' and ')}; until it is provided, ${consequence}`
