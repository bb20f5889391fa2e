import type { Config } from '../config.ts'
import { version } from '../program.ts'
import { checkCertificates } from './doctor/certificate.ts'
import { type Clock, checkClocks } from './doctor/clock.ts'
import { checkDatabase } from './doctor/database.ts'
import { checkMail } from './doctor/mail.ts'
import { checkPorts } from './doctor/ports.ts'
import { checkBackup, checkDisks } from './doctor/room.ts'
import { askAbout, checkServer } from './doctor/server.ts'
import { checkStorage } from './doctor/storage.ts'
import { bad, reasonOf, sentence, type Verdict } from './doctor/verdict.ts'

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
