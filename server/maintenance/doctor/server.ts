import type { Config } from '../../config.ts'
import { version } from '../../program.ts'
import { askControl } from '../control.ts'
import { runHealth } from '../health.ts'
import { type Listener, listenersOf } from './ports.ts'
import { bad, good, type Verdict, warning } from './verdict.ts'

/** What a running Kho reports of itself. */
export type About = { version: string; listeners: Listener[]; tls: boolean }

export const aboutThis = (config: Config): About => ({
  ...{ version, listeners: listenersOf(config) },
  tls: config.tls !== null,
})

/** Asks the Kho that runs on the data folder; null: none does. */
export async function askAbout({ dataDir }: Config): Promise<About | null> {
  const lines: string[] = []
  const asked = await askControl(dataDir, 'about', '', line => lines.push(line))
  return asked === null ? null : (JSON.parse(lines[0] ?? '') as About)
}

/** Whether Kho runs on the data folder, in this version, and is ready. */
export async function checkServer(config: Config, running: About | null): Promise<Verdict[]> {
  if (running === null) return [warning(`No Kho runs on ${config.dataDir}.`, 'Start it.')]
  const same = running.version === version
  const verdicts = same
    ? [good(`Kho ${version} runs on ${config.dataDir}.`)]
    : [warning(`Kho ${running.version} runs, but ${version} is installed.`, 'Restart Kho.')]
  const console = running.listeners.find(({ setting }) => setting === 'KHO_PORT')
  // It was started on any free port.
  if (!console) return verdicts
  let answer = ''
  const ready = await runHealth({ ...console, tls: running.tls }, line => {
    answer = line
  })
  return [...verdicts, ready ? good(answer) : bad(answer, 'See the lines below, and the log.')]
}
