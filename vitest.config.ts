import { defineConfig } from 'vitest/config'
import { missingPrograms } from './tests/support/ceph.ts'
import { patience } from './tests/support/patience.ts'

const project = (
  name: string,
  folders: string[],
  more: { timeout?: number; setup?: string; retry?: number; workers?: number } = {},
) => ({
  test: {
    name,
    include: folders.map(folder => `tests/${folder}/**/*.test.{ts,tsx}`),
    testTimeout: more.timeout ?? 30_000,
    hookTimeout: more.timeout ?? 60_000,
    globalSetup: more.setup,
    maxWorkers: more.workers ?? 2,
    sequence: { groupOrder: more.workers ?? 2 },
    retry: more.retry ?? 0,
    expect: { poll: { timeout: patience } },
  },
})

/** Tests that wait for a storage or a database half of their time. */
const waiting = { workers: 3 }
/** A test in Chromium depends on the machine's load: one that fails runs once more, and the summary names it. */
const browser = { retry: 1 }

export default defineConfig({
  test: {
    pool: 'forks',
    reporters: ['default', './tests/support/summary-reporter.ts'],
    projects: [
      project('unit', ['domain', 'machines', 'src', 'project']),
      project('server', ['server'], {
        timeout: 120_000,
        setup: './tests/server/support/codes.ts',
        ...waiting,
      }),
      project('engine', ['engine'], { timeout: 300_000 }),
      // The same tests of S3 once more, on Ceph RGW.
      project('rgw', missingPrograms().length > 0 ? [] : ['engine/s3'], {
        timeout: 120_000,
        setup: './tests/engine/s3/start-rgw.ts',
      }),
      project('screens', ['screens'], { timeout: 300_000, ...browser }),
      project('flows', ['flows'], {
        timeout: 600_000,
        ...browser,
        setup: './tests/flows/support/coverage-table.ts',
      }),
      project('browser', ['browser'], { timeout: 300_000, ...browser }),
    ],
  },
})
