/** `test/long/` is what needs time by nature (`npm run test:long`): one file at a time, with the machine to itself. */
const isLong = process.env.TABLETALK_SUITE === 'long'

/** Node loads every file, tests too; `globalSetup` finds or makes the servers once for all suites. */
export default {
  testEnvironment: '<rootDir>/test/support/runner/process-environment.js',
  testRunner: '<rootDir>/test/support/runner/run-file.js',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {},
  testMatch: [isLong ? '<rootDir>/test/long/**/*.test.ts' : '<rootDir>/test/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', ...(isLong ? [] : ['<rootDir>/test/long/'])],
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/.tabletalk'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  reporters: ['default', '<rootDir>/test/support/closing-line-reporter.js'],
  testSequencer: '<rootDir>/test/support/slowest-first.js',
  testTimeout: 60_000,
  // Two more than there are cores: much of a file is waiting, for a server or for a killed worker to be missed.
  maxWorkers: isLong ? 1 : 4,
  // Of the heap: what earlier files leave behind has an end. A worker that is replaced loads the product again: at 500 MB the run
  // took 7 % longer. Young objects have 64 MB of it (`npm run jest`), for looking through
  // the usual 16 MB so often took a tenth of the processor.
  workerIdleMemoryLimit: '1200MB',
}
