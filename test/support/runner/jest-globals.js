/** What `@jest/globals` gives to a file of tests: evaluated anew for each. */
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = globalThis
