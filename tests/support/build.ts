import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Builds the console into dist/, unless TEST_PAGES names a build. @throws if the build fails */
export function buildConsole(): void {
  if (process.env.TEST_PAGES) return
  const build = spawnSync(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error'],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  if (build.status !== 0 || !existsSync('dist/index.html')) throw new Error('The console does not build.')
}
