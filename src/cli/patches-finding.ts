import type { Config } from '../config.ts'
import { absent, type Finding, found } from '../domain/finding.ts'
import { PATCHES } from '../patches/index.ts'
import { installedVersion, isOn, type Patch } from '../patches/patch.ts'
import { TEMPORAL_WORKER_PATCH } from '../patches/temporal-worker.ts'

/**
 * Which libraries are mended in their insides, and what is so where one is not.
 * @param versionOf says what is installed
 */
export const patchesFinding = (
  { watchWorkflows }: Pick<Config, 'watchWorkflows'>,
  versionOf: (library: string) => string | undefined = installedVersion,
): Finding => {
  const isUsed = (patch: Patch): boolean => !(watchWorkflows && patch === TEMPORAL_WORKER_PATCH)
  const isApplied = (patch: Patch): boolean => isUsed(patch) && isOn(patch, versionOf(patch.library) ?? 'none')
  const on = PATCHES.filter(isApplied).map(({ library, triedWith }) => `${library} ${triedWith}`)
  const off = PATCHES.filter((patch) => !isApplied(patch)).map((patch) =>
    isUsed(patch)
      ? `off for ${patch.library} ${versionOf(patch.library) ?? '(not found)'}, tested with ${patch.triedWith}: ${patch.without}`
      : `off for ${patch.library}: TABLETALK_WATCH_WORKFLOWS=true`,
  )
  const head = on.length === 0 ? 'none' : `on for ${on.join(', ')}`
  return off.length === 0 ? found('patches', head) : absent('patches', [head, ...off].join('\n'))
}
