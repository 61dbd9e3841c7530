import type { QueryResult } from '../../../ask/rules/outcome.ts'
import type { BoundValue } from '../../../guard/restriction.ts'
import { RowCollector, type RowLimits } from '../../shared/run/row-collector.ts'
import { MalformedFrame } from '../connect/frame-guard.ts'
import type { ResultField } from '../connect/portal.ts'
import type { Session } from '../connect/session.ts'
import { plainValue } from './plain-value.ts'

interface ReadLimits extends RowLimits {
  /** Columns with decimals that the server may have rounded. */
  readonly rounded?: ReadonlySet<string>
}

/**
 * Runs one statement in the session's transaction, and keeps the first rows.
 *
 * @throws MalformedFrame if even the first row is too large; server and connection errors
 */
export const runStatement = async (
  session: Session,
  statement: string,
  parameters: readonly BoundValue[],
  limits: ReadLimits,
): Promise<QueryResult> => {
  const started = performance.now()
  let fields: readonly ResultField[] = []
  let collector = new RowCollector([], limits)
  const values = parameters.map((value) => (value === null ? null : String(value)))
  try {
    await session.read(statement, values, {
      fields: (found) => {
        fields = found
        const names = found.map(({ name }) => name)
        collector = new RowCollector(names, limits)
      },
      row: (cells) =>
        collector.add(
          fields.map((field, index) =>
            plainValue(cells[index] ?? null, field, session.enumArrays, limits.rounded?.has(field.name)),
          ),
        ),
    })
  } catch (error) {
    if (!(error instanceof MalformedFrame && error.isRow)) throw error
    collector.truncate()
    if (collector.count === 0) throw error
  }
  return { ...collector.result(), executionTimeMs: Math.round((performance.now() - started) * 1000) / 1000 }
}
