import type { Entry } from './glossary.ts'
import { glossaryTexts } from './texts.ts'

const { says } = glossaryTexts

/** The meaning of an entry as a sentence. */
export const entrySentence = (entry: Entry): string => {
  switch (entry.of) {
    case 'table': {
      const { description, label, surname, time } = entry.gloss
      const names = [label, surname].filter((name) => name !== undefined).join(', ')
      return joined([
        description,
        names === '' ? undefined : says.label(names),
        time === undefined ? undefined : says.time(time),
      ])
    }
    case 'column': {
      const { description, unit, references, values } = entry.gloss
      return joined([
        description,
        unit === undefined ? undefined : says.unit(unit),
        references === undefined ? undefined : says.references(references),
        values === undefined ? undefined : says.noValues,
      ])
    }
    case 'phrase': {
      const { filter, measure } = entry.gloss
      if (filter !== undefined)
        return [filter.column, filter.op, filter.value].filter((part) => part !== undefined).join(' ')
      if (measure === undefined) return ''
      const { aggregate, column, times } = measure
      const by = times === undefined ? '' : ` × ${typeof times === 'string' ? times : JSON.stringify(times)}`
      return `${says.aggregates[aggregate]} ${column ?? ''}${by}`.trim()
    }
  }
}

const joined = (parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join(' · ')
