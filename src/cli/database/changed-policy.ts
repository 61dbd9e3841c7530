import type { DatabaseSettings } from '../../domain/access/database-settings.ts'
import type { NameFolding } from '../../domain/guard/name-folding.ts'
import type { Policy } from '../../domain/guard/policy.ts'
import { decidePolicy, type PolicyDecision } from '../../domain/guard/proposal/decide-policy.ts'
import type { Schema } from '../../domain/guard/schema.ts'
import { CommandFailed } from '../command-failed.ts'
import { readPolicyFile } from '../read-policy-file.ts'

/** What a person decides about a policy. */
export interface PolicyChange extends PolicyDecision {
  /** A file. */
  readonly apply?: string
}

interface Circumstances {
  readonly schema: Schema
  readonly folding: NameFolding
  readonly change: PolicyChange
}

/**
 * The policy as somebody changes it; the very same object when nobody does.
 *
 * @throws CommandFailed and FileInvalid
 */
export const changedPolicy = async (
  settings: DatabaseSettings,
  { schema, folding, change }: Circumstances,
): Promise<Policy> => {
  const { apply, accept, share, deny, hide, show } = change
  const decides = [accept, share, deny, hide, show].some((decided) => decided !== undefined)
  if (apply !== undefined) {
    if (decides)
      throw new CommandFailed(
        '--apply replaces the whole policy and cannot be combined with --accept, --share, --deny, --hide or --show.',
      )
    return await readPolicyFile(apply, settings.engine)
  }
  if (!decides) return settings.policy
  const decided = decidePolicy(settings.policy, change, { schema, folding })
  if (decided.kind === 'undecidable') throw new CommandFailed(decided.message)
  return decided.policy
}
