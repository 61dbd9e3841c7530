import { Problem } from '../../domain/problem.ts'
import type { Evaluations } from '../../temporal/evaluations.ts'
import { CommandFailed } from '../command-failed.ts'
import { openTemporal } from '../open-temporal.ts'
import type { Operator } from '../with-store.ts'

/** Works with the evaluations of the service. @throws CommandFailed where its Temporal is not known, or does not answer */
export const withEvaluations = async <Value>(
  operator: Operator,
  work: (evaluations: Evaluations) => Promise<Value>,
): Promise<Value> => {
  const temporal = await openTemporal(operator)
  if (temporal === undefined)
    throw new CommandFailed(
      'An evaluation runs in the service, but no Temporal server is configured. Start the service in another terminal with: npm start\nOr set TEMPORAL_ADDRESS to the Temporal server of the service.',
    )
  try {
    const [{ requireNamespace }, { temporalEvaluations }] = await Promise.all([
      import('../../temporal/ask-namespace.ts'),
      import('../../temporal/evaluations.ts'),
    ])
    const { namespace, credentials } = operator.config.temporal
    await requireNamespace({ address: temporal.address, namespace, credentials })
    return await work(temporalEvaluations(temporal.client, temporal.taskQueue))
  } catch (error) {
    if (!(error instanceof Problem) || error.problem !== 'worker_unavailable') throw error
    throw new CommandFailed(
      `Temporal at ${temporal.address} stopped responding. A running evaluation continues when Temporal is back; run the same command to watch it again.`,
      { cause: error },
    )
  } finally {
    await temporal.close()
  }
}
