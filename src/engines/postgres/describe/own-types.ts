import type { OwnType } from '../../../domain/guard/schema.ts'
import type { Texts } from './read-texts.ts'

/** @param rows of `TYPES`: several of one type follow each other */
export const ownTypes = (rows: readonly Texts[]): readonly OwnType[] =>
  [...Map.groupBy(rows, ([declared]) => declared ?? '')].map(([declared, group]): OwnType => {
    const [[, schema, name, kind, base] = []] = group
    const parts = group.flatMap(([, , , , , part]) => part ?? [])
    return {
      ...{ declared, schema: schema ?? '', name: name ?? '' },
      ...(kind === 'e' ? { labels: parts } : {}),
      ...(kind === 'c' ? { fields: parts } : {}),
      ...(base == null ? {} : { base }),
    }
  })
