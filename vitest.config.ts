import { globSync, readFileSync } from 'node:fs'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { missingPrograms } from './tests/support/ceph.ts'
import { groups } from './tests/support/groups.ts'
import Order from './tests/support/order.ts'
import { patience } from './tests/support/patience.ts'
import { plantedFault } from './tests/support/planted.ts'

/** What `npm run test:mutants` asks first. */
const recording = process.env.TEST_CALLS ? ['./tests/mutants/record-calls.ts'] : []

/** Projects of a later turn start when those before have ended: kills, compiles and Chromium never run side by side. */
const project = (
  name: string,
  turn: number,
  folders: string[],
  more: TestProjectInlineConfiguration['test'],
) => ({
  plugins: plantedFault(),
  test: {
    name,
    include: folders.map(folder => `tests/${folder}/**/*.test.{ts,tsx}`),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    sequence: { groupOrder: turn },
    expect: { poll: { timeout: patience } },
    ...more,
    setupFiles: [...recording, ...[more?.setupFiles ?? []].flat()],
  },
})

/** Unit tests that change globals, modules or the environment: each file in a process of its own. */
const ownProcess = /\bvi\.|@vitest-environment|process\.env/
const unitFiles = globSync('tests/{domain,machines,src,project}/**/*.test.{ts,tsx}')
const isolated = unitFiles.filter(file => ownProcess.test(readFileSync(file, 'utf8')))

export default defineConfig({
  test: {
    pool: 'forks',
    // As in CI: a snapshot that is missing or left over is a failure, `-u` writes it.
    update: 'none',
    globalSetup: ['./tests/support/lend.ts', './tests/support/count.ts', './flows/kit/coverage-table.ts'],
    reporters: ['default', './tests/support/summary-reporter.ts'],
    tags: [
      ...Object.entries(groups).map(([name, description]) => ({ name, description })),
      {
        name: 'affected',
        description: 'walks that run, or would below the ceiling, as the change affects them',
      },
    ],
    sequence: { sequencer: Order },
    forceRerunTriggers: ['**/package.json', '**/vitest.config.ts', '**/openapi/kho.json', '**/kho-child.ts'],
    projects: [
      project('unit', 1, ['domain', 'machines', 'src', 'project'], { isolate: false, exclude: isolated }),
      project('unit, isolated', 1, [], {
        include: isolated,
        setupFiles: './tests/support/patient-queries.ts',
      }),
      // Files share nothing but what Node has loaded.
      project('server', 2, ['server', 'releases'], {
        testTimeout: 120_000,
        hookTimeout: 120_000,
        setupFiles: './tests/server/support/keep-file.ts',
        isolate: false,
      }),
      project('contract', 3, ['contract'], { globalSetup: './tests/server/support/codes.ts' }),
      project('engine', 3, ['engine'], { testTimeout: 300_000 }),
      // The same tests of S3 once more, on Ceph RGW: of the group `storages`.
      project('rgw', 3, missingPrograms().length > 0 ? [] : ['engine/s3'], {
        testTimeout: 120_000,
        provide: { rgw: true },
      }),
      project('flows', 4, ['flows'], { testTimeout: 120_000, exclude: ['**/*.browser.test.ts'] }),
      // In Chromium. A worker keeps what `support/shared.ts` opens for all its files.
      project('browser', 4, [], {
        include: ['tests/browser/*.test.ts', 'tests/flows/*.browser.test.ts'],
        testTimeout: 300_000,
        isolate: false,
        setupFiles: './tests/support/show-pages.ts',
      }),
      // With a session of its own: others confirm theirs, and what is locked would be open.
      project('screens', 4, ['screens'], {
        testTimeout: 120_000,
        isolate: false,
        setupFiles: './tests/support/show-pages.ts',
      }),
    ],
  },
})
