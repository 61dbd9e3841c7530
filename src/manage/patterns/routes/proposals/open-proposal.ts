import { z } from 'zod'
import type { Caller } from '../../../../access/rules/caller.ts'
import type { ProposalKind, Proposals } from '../../../../ask/rules/proposal.ts'
import { audited } from '../../../../http/audited.ts'
import { status } from '../../../../http/reply.ts'
import type { RouteParts } from '../../../../http/route-parts.ts'
import { Problem, type ProblemName } from '../../../../platform/problems/problem.ts'
import type { AuditAction } from '../../../audit/rules/audit.ts'
import { proposalPath } from './proposal-schema.ts'

const NOT_FOUND = {
  pattern: 'proposal_not_found',
  glossary: 'glossary_proposal_not_found',
} as const satisfies Readonly<Record<ProposalKind, ProblemName>>

/** Finds an open proposal. @throws Problem `proposal_not_found`, `glossary_proposal_not_found` */
export const findOpenProposal = async <Kind extends ProposalKind>(
  { store }: Pick<RouteParts, 'store'>,
  caller: Caller,
  kind: Kind,
  id: string,
): Promise<Proposals[Kind]> => {
  const found = await store.proposals.find(caller, kind, id)
  if (found === undefined) throw new Problem(NOT_FOUND[kind])
  return found
}

interface DismissalRoute {
  readonly kind: ProposalKind
  readonly summary: string
  readonly description: string
  readonly audits: AuditAction
}

/** Creates the endpoint that dismisses proposals of a kind. */
export const dismissalEndpoint = (app: Pick<RouteParts, 'store'>, { kind, ...described }: DismissalRoute) =>
  audited(app, {
    ...described,
    method: 'delete',
    path: `/${kind}-proposals/:proposal_id`,
    takes: z.object({ params: proposalPath }),
    gives: status('Dismissed.'),
    problems: [NOT_FOUND[kind]],
    async change({ caller }, { params }, record) {
      const { id } = await findOpenProposal(app, caller, kind, params.proposal_id)
      await record({ subject: id, changes: [] }, async () => {
        if (!(await app.store.proposals.dismiss(caller, kind, id))) throw new Problem(NOT_FOUND[kind])
      })
      return DISMISSED
    },
    removed: ({ params }) => ({ subject: params.proposal_id, answer: DISMISSED }),
  })

const DISMISSED = 'The proposal was dismissed.'
