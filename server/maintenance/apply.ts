import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { fallback } from '../../languages/languages.ts'
import { type AccountDescription, type AccountStep, bodyLimits } from '../../openapi/schema.ts'
import type { Visitor } from '../audit/actor.ts'
import type { Config } from '../config.ts'
import type { Contract } from '../contract/document.ts'
import { makeBodyCheck } from '../contract/validate.ts'
import type { Disk } from '../disk.ts'
import { Problem } from '../errors/problem.ts'
import { applyAccount, failureOf } from '../operations/apply-account.ts'
import type { Services } from '../operations/services.ts'
import { program } from '../program.ts'
import { findSuperAdmin } from '../store/users.ts'
import { type Answer, askControl } from './control.ts'

/** A step, or why there was none. */
type Line = Partial<AccountStep> & Pick<AccountStep, 'state'>

/**
 * Has the running server make an account as the file (`-`: standard input) describes it. Says a line for each step.
 * @throws if the file is no JSON, or no server runs
 */
export async function runApply(
  { dataDir }: Pick<Config, 'dataDir'>,
  { file, json }: { file: string; json: boolean },
  say: (line: string) => void,
): Promise<boolean> {
  const description = await (file === '-' ? text(process.stdin) : readFile(file, 'utf8'))
  if (Buffer.byteLength(description) > bodyLimits.applyAccount!)
    throw new Error(`${file} is larger than ${bodyLimits.applyAccount} bytes.`)
  readJson(file, description)
  const done = await askControl(dataDir, 'apply', description, line => say(json ? line : lineText(line)))
  if (done === null) throw new Error(`No Kho runs on ${dataDir}: start it, and run this command again.`)
  return done
}

/** V8's message is left out, as it repeats part of the text, which may be a password. */
function readJson(file: string, description: string): unknown {
  try {
    return JSON.parse(description)
  } catch (error) {
    const [place] = /line \d+ column \d+/.exec((error as Error).message) ?? []
    throw new Error(`${file} is not JSON${place ? `: ${place}` : ''}.`)
  }
}

function lineText(line: string): string {
  const { state, kind, name, user, access_key, secret_key, detail } = JSON.parse(line) as Line
  return [state.padEnd(9), kind, name, user, access_key, secret_key, detail].filter(Boolean).join('  ')
}

/**
 * Applies a description as the super admin, whom the operator of this computer stands for. Says each step as a line of
 * JSON. `origin`: where the console is opened on this computer.
 */
export function makeApply({
  services,
  contract,
  disk,
  origin,
}: {
  services: Services
  contract: Contract
  disk: Pick<Disk, 'isFull'>
  origin: () => string
}): (description: string, answer: Answer) => Promise<boolean> {
  return async (description, { say, signal }) => {
    const report = (line: Line) => say(JSON.stringify(line))
    try {
      const body = readJson('The description', description)
      makeBodyCheck(contract, 'applyAccount')(body)
      if (disk.isFull()) throw new Problem('NOT_ENOUGH_STORAGE')
      const visitor: Visitor = {
        origin: origin(),
        // Links with the origin of this computer are not for mailboxes elsewhere: see `linkOrigin`.
        hostname: '',
        secure: true,
        address: '',
        userAgent: '',
        command: `${program} apply`,
        locale: fallback,
        namesLanguage: false,
        requestId: '',
      }
      const by = { user: await findSuperAdmin(services.db), visitor, now: services.now() }
      const readmit = async () => by
      return await applyAccount(services, by, body as AccountDescription, { signal, readmit, report })
    } catch (error) {
      report(failureOf(error as Error, services.log))
      return false
    }
  }
}
