import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Chart } from '../flows/chart.ts'
import { english } from '../flows/words.ts'

const root = join(import.meta.dirname, '..')
/** In this folder packages are found, and types are stripped, which Node does not below `node_modules`. */
const cache = join(root, 'test-results/revisions')

/** What machines import, types too. */
const folders = ['machines', 'domain', 'languages', 'openapi']

/**
 * The charts of the machines as they were in a revision that Git knows: `main`, `HEAD~3`, a commit. @throws Error with a
 * sentence for people
 */
export async function chartsAt(revision: string): Promise<Chart[]> {
  const commit = commitOf(revision)
  const folder = join(cache, commit)
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true })
    try {
      const archive = execFileSync('git', ['archive', commit, ...foldersIn(commit)], {
        ...{ cwd: root, maxBuffer: 1024 ** 3 },
      })
      execFileSync('tar', ['-x', '-C', folder], { input: archive })
    } catch (error) {
      rmSync(folder, { recursive: true, force: true })
      throw problemOf('unreadable', revision, '', error)
    }
  }
  // A process of its own: this one has today's machines.
  const child = spawn(process.execPath, [import.meta.filename, join(folder, 'machines')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, problem, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  if (status !== 0) throw problemOf('unloadable', revision, /^\w*Error.*$/m.exec(problem)?.[0] ?? problem)
  return JSON.parse(out)
}

/** An error whose kind the page says in its language. */
function problemOf(
  kind: keyof typeof english.revisionProblems,
  revision: string,
  detail: string,
  cause?: unknown,
): Error {
  return Object.assign(new Error(english.revisionProblems[kind](revision, detail), { cause }), {
    kind,
    detail,
  })
}

function commitOf(revision: string): string {
  try {
    return execFileSync('git', ['rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`], {
      ...{ cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    }).trim()
  } catch (error) {
    throw problemOf('unknown', revision, '', error)
  }
}

function foldersIn(commit: string): string[] {
  const list = execFileSync('git', ['ls-tree', '--name-only', commit, ...folders], {
    cwd: root,
    encoding: 'utf8',
  })
  return list.split('\n').filter(Boolean)
}

if (import.meta.main) {
  const { machinesIn } = await import('./flows.ts')
  const { chartOf } = await import('../flows/chart.ts')
  console.log(JSON.stringify((await machinesIn(process.argv[2]!)).map(chartOf)))
}
