import type { Window } from '../time.ts'
import { type Sentence, wordAt } from './phrases.ts'
import type { Found, State } from './state.ts'

/** "in 2014", "2014 or 2015", "2014 or after". */
export const timed = (sentence: Sentence, { at, both }: State): Found[] => {
  const found = sentence.times[at]
  if (found === undefined) return []
  if (found.kind === 'bucket')
    return [{ body: { kind: 'bucket', bucket: found.bucket }, end: at + found.length, weight: found.length }]
  const windows: Window[] = [found.window]
  let end = at + found.length
  for (let tries = 0; tries < 6; tries++) {
    const next = /^(or|and|,)$/.test(wordAt(sentence, end)) ? end + 1 : end
    const more = next > end ? sentence.times[next] : undefined
    if (more?.kind !== 'window') break
    windows.push(more.window)
    end = next + more.length
  }
  const open = /^or (after|later)$/.test(`${wordAt(sentence, end)} ${wordAt(sentence, end + 1)}`)
  const closed = /^or (before|earlier)$/.test(`${wordAt(sentence, end)} ${wordAt(sentence, end + 1)}`)
  if (open || closed) {
    const only = windows[0] ?? found.window
    windows.splice(0, windows.length, { from: open ? only.from : null, to: closed ? only.to : null })
    end += 2
  }
  return [{ body: { kind: 'time', windows, both }, end, weight: end - at }]
}
