import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Audit, givenUp, lateUpdate, type Times, vulnerable } from './late-parts.ts'

// `npm run parts`: names each part of the product that is past the times of SECURITY.md, and fails if there is one, or if
// the registry does not say. Tools of development are no parts.

const root = join(import.meta.dirname, '..')
const jsonOf = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'))

/** What npm prints; it ends with status 1 where it finds something. */
function npm(...args: string[]) {
  try {
    return JSON.parse(
      execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }),
    )
  } catch (error) {
    const { stdout } = error as { stdout?: string }
    if (!stdout) throw error
    return JSON.parse(stdout)
  }
}

const audit = npm('audit', '--omit=dev', '--json') as Audit & { message?: string }
const parts = Object.entries(jsonOf('package.json').dependencies as Record<string, string>)
const found = [
  ...(audit.vulnerabilities ? vulnerable(audit) : [`npm does not say what is vulnerable: ${audit.message}`]),
  ...givenUp(jsonOf('package-lock.json')),
  ...parts.flatMap(
    ([name, version]) =>
      lateUpdate(name, version, npm('view', name, 'time', '--json') as Times, Date.now()) ?? [],
  ),
]
for (const sentence of found) console.log(sentence)
if (found.length === 0) console.log(`None of ${parts.length} parts, and of theirs, is late.`)
process.exitCode = found.length === 0 ? 0 : 1
