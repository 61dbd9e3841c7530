/** Work that can pause: at each `yield` others may have their turn. */
export type Sliced<Value> = Generator<void, Value, void>

const SLICE_MS = 8

/** Lets others have their turn. */
export const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** For loops that wait: what they call in each round lets others have their turn whenever a slice is over. */
export const pauses = (): (() => Promise<void> | undefined) => {
  let until = performance.now() + SLICE_MS
  return () => {
    if (performance.now() < until) return undefined
    return pause().then(() => {
      until = performance.now() + SLICE_MS
    })
  }
}

/** The same of each item, with a chance to pause after it. */
export function* eachSliced<Item, Value>(items: Iterable<Item>, work: (item: Item) => Value): Sliced<Value[]> {
  const made: Value[] = []
  for (const item of items) {
    made.push(work(item))
    yield
  }
  return made
}

/** Does the work without a pause. */
export const atOnce = <Value>(work: Sliced<Value>): Value => {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

/** Does the work in slices that hold nobody up. */
export const inSlices = async <Value>(work: Sliced<Value>): Promise<Value> => {
  for (let until = performance.now() + SLICE_MS; ; ) {
    const step = work.next()
    if (step.done === true) return step.value
    if (performance.now() < until) continue
    await pause()
    until = performance.now() + SLICE_MS
  }
}
