/** How long a starting process waits for the store, because containers may be started in any order. */
export const STORE_WAIT_MS = 300_000
