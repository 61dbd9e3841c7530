/** An event that stays set until one waiter has consumed it. */
export const autoResetEvent = () => {
  let next = Promise.withResolvers<void>()
  return {
    set: (): void => next.resolve(),
    async wait(): Promise<void> {
      await next.promise
      next = Promise.withResolvers()
    },
  }
}
