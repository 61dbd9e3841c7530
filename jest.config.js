/** Chaos needs the machine to itself: `npm run chaos`, `npm test` after all other suites, or CHAOS=1 for its suites. */
const isChaos = process.env.CHAOS === '1'

/** ESM through swc; `globalSetup` finds or makes the servers once for all suites. Those of chaos have their own. */
export default {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript' },
          target: 'es2024',
          experimental: { keepImportAttributes: true },
        },
        module: { type: 'es6' },
      },
    ],
  },
  testMatch: [isChaos ? '<rootDir>/test/chaos/*.test.ts' : '<rootDir>/test/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', ...(isChaos ? [] : ['/test/chaos/(exact|full-disk|random|slice)'])],
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/.tabletalk'],
  ...(isChaos
    ? {}
    : {
        globalSetup: '<rootDir>/test/support/global-setup.ts',
        globalTeardown: '<rootDir>/test/support/global-teardown.ts',
      }),
  reporters: ['default', '<rootDir>/test/support/closing-line-reporter.js'],
  testTimeout: 60_000,
  maxWorkers: isChaos ? 1 : 2,
}
