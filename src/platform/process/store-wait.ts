/** For how long a process waits for a store that does not answer yet when it starts: whoever starts all at once has no order. */
export const STORE_WAIT_MS = 300_000
