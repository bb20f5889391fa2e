import { existsSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { reserveOf } from '../disk.ts'
import { greetMailServer } from '../mail/mailer.ts'
import { version } from '../program.ts'
import { lastBackup } from './backup.ts'
import { checkCertificates } from './doctor/certificate.ts'
import { checkDatabase } from './doctor/database.ts'
import { checkPorts } from './doctor/ports.ts'
import { askAbout, checkServer } from './doctor/server.ts'
import { checkStorage } from './doctor/storage.ts'
import {
  bad,
  type Clock,
  checkClocks,
  good,
  reasonOf,
  sentence,
  type Verdict,
  warning,
} from './doctor/verdict.ts'

/** `of`: what was looked at, such as `mail`. */
export type Finding = { of: string } & Verdict

/**
 * Looks at what Kho depends on with these settings, while it runs and while it is stopped, and changes nothing. Says a line
 * for each finding, or all as one JSON object. Returns whether nothing is bad. `now`: ms.
 */
export async function runDoctor(
  config: Config,
  say: (line: string) => void,
  { json = false, now = Date.now() } = {},
): Promise<boolean> {
  const clocks: Clock[] = []
  const running = askAbout(config)
  const checks: Record<string, () => Verdict | Verdict[] | Promise<Verdict | Verdict[]>> = {
    server: async () => checkServer(config, await running),
    ports: async () => checkPorts(config, (await running)?.listeners ?? null),
    database: async () => checkDatabase(config, (await running) !== null, clocks),
    storage: () => checkStorage(config, clocks),
    clock: () => checkClocks(clocks),
    mail: () => checkMail(config),
    certificate: () => checkCertificates(config, now),
    disk: () => checkDisks(config),
    backup: () => checkBackup(config, now),
  }
  const findings: Finding[] = []
  for (const [of, check] of Object.entries(checks)) {
    let verdicts: Verdict | Verdict[]
    try {
      verdicts = await check()
    } catch (error) {
      verdicts = bad(sentence(reasonOf(error)), 'Correct what this names.')
    }
    for (const verdict of [verdicts].flat()) {
      findings.push({ of, ...verdict })
      if (!json)
        say(`${verdict.state.padEnd(8)}${of}: ${[verdict.message, verdict.advice].filter(Boolean).join(' ')}`)
    }
  }
  const nothingBad = findings.every(({ state }) => state !== 'bad')
  if (json) say(JSON.stringify({ version, good: nothingBad, findings }))
  return nothingBad
}

/** Whether the mail server accepts Kho, its encryption and its password. Sends no mail. */
async function checkMail({ dataDir, mail }: Config): Promise<Verdict> {
  if (mail.smtpUrl === null)
    return warning(`Mails are files in ${join(dataDir, 'outbox')}, and reach nobody.`, 'Set KHO_SMTP_URL.')
  const { host, username } = new URL(mail.smtpUrl)
  try {
    await greetMailServer(mail.smtpUrl)
    return good(`The mail server ${host} accepts ${username === '' ? 'Kho' : 'Kho’s user and password'}.`)
  } catch (error) {
    return bad(
      sentence(`The mail server ${host} cannot be used: ${reasonOf(error)}`),
      'Correct KHO_SMTP_URL: its scheme, port, user and password.',
    )
  }
}

const day = 86_400_000

/** Whether each disk that Kho writes to has more room than its reserve. */
function checkDisks({ dataDir, databaseUrl, storage, diskReserve }: Config): Verdict[] {
  const folders = [
    ...(databaseUrl === null ? [dataDir] : []),
    ...(storage.kind === 'embedded' ? [join(dataDir, 's3')] : []),
  ].filter(folder => existsSync(folder))
  if (folders.length === 0) return [good(`Nothing is stored in ${dataDir}.`)]
  const byDisk = new Map(folders.toReversed().map(folder => [statSync(folder).dev, folder]))
  return [...byDisk.values()].map(folder => {
    const { bavail, blocks, bsize } = statfsSync(folder)
    const [free, reserve] = [bavail * bsize, reserveOf(diskReserve, blocks * bsize)]
    const message = `${inMiB(free)} are free for ${folder}, of which ${inMiB(reserve)} are the reserve.`
    const advice = 'Free some, or grow the disk.'
    if (free < reserve) return bad(`${message} Uploads are refused.`, advice)
    return free < 2 * reserve ? warning(message, advice) : good(message)
  })
}

const inMiB = (bytes: number) => `${Math.floor(bytes / 1024 ** 2)} MiB`

/** The age of the last whole backup. `now`: ms. */
function checkBackup({ dataDir }: Config, now: number): Verdict {
  const ended = statSync(lastBackup(dataDir), { throwIfNoEntry: false })?.mtimeMs
  const advice = 'Run kho backup DIR, once a day.'
  if (ended === undefined) return warning('There has been no whole backup.', advice)
  const hours = Math.max(0, Math.floor((now - ended) / (day / 24)))
  const message = `The last whole backup ended ${hours} hours ago.`
  return now - ended > 2 * day ? warning(message, advice) : good(message)
}
