import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import { program, version } from '../program.ts'
import { runApply } from './apply.ts'
import { runBackup } from './backup.ts'
import { runCheck } from './check.ts'
import { runDoctor } from './doctor.ts'
import { runHealth } from './health.ts'
import { readMoveCommand, runMove } from './move.ts'
import { runReplaceSecret, runRotate } from './replace-secret.ts'
import { runRestore } from './restore.ts'
import { runExplain } from './sso.ts'
import { readUserCommand, runUserCommand } from './user.ts'
import { runVerify } from './verify.ts'
import { runVerifyRelease } from './verify-release.ts'

type Say = (line: string) => void

/** Runs a command with the server's settings. Resolves to true on success; @throws an error whose message is meant for the user. */
type Run = (config: Config, say: Say) => Promise<boolean>

/** Reads what follows the name of a command; undefined: that is not how it is used. */
type Read = (words: string[]) => Run | undefined

const alone =
  (run: Run): Read =>
  words =>
    words.length === 0 ? run : undefined

const withFolder =
  <Options>(
    run: (config: Config, folder: string, say: Say, options?: Options) => Promise<boolean>,
    flags: Record<string, Options>,
  ): Read =>
  ([folder, flag, ...more]) => {
    const options = flag === undefined ? undefined : flags[flag]
    if (folder === undefined || more.length > 0 || (flag !== undefined && !options)) return undefined
    return (config, say) => run(config, resolve(folder), say, options)
  }

const commands: Record<string, { words?: string; about: string; read: Read }> = {
  backup: {
    words: 'DIR [--without-accounts]',
    about: 'copies the data folder, settings and accounts into DIR, also while Kho runs',
    read: withFolder(runBackup, { '--without-accounts': { accounts: false } }),
  },
  restore: {
    words: 'DIR [--accept-damage]',
    about: 'copies a backup into the empty data folder, and verifies it there',
    read: withFolder(runRestore, { '--accept-damage': { acceptDamage: true } }),
  },
  move: {
    words: 'DIR [--from URL] [--finish [--accept-differences]]',
    about: 'moves an installation with the embedded engine to Ceph RGW',
    read: words => {
      const command = readMoveCommand(words)
      return command && ((config, say) => runMove(config, command, say))
    },
  },
  verify: {
    about: 'reads every stored byte against its checksum',
    read: alone(runVerify),
  },
  'verify-release': {
    words: 'DIR [--key KEY]',
    about:
      'compares the files of a release with its sums, and these with their signature by KEY, of minisign',
    read: ([folder, flag, key, ...more]) => {
      if (folder === undefined || more.length > 0 || (flag !== undefined && (flag !== '--key' || !key)))
        return undefined
      return (_config, say) => runVerifyRelease(resolve(folder), key, say)
    },
  },
  check: {
    about: 'reads the settings, and says what is wrong or unsafe',
    read: alone(runCheck),
  },
  doctor: {
    words: '[--json]',
    about:
      'looks at what Kho depends on: ports, database, storage, mail, certificates, clock, disk, last backup',
    read: ([flag, ...more]) => {
      if (more.length > 0 || (flag !== undefined && flag !== '--json')) return undefined
      return (config, say) => runDoctor(config, say, { json: flag !== undefined })
    },
  },
  health: {
    about: 'asks the Kho that runs with these settings whether it is ready',
    read: alone(runHealth),
  },
  user: {
    words: 'list | user reset EMAIL [--password] [--pin] [--two-step]',
    about: 'lists users; resets how somebody signs in',
    read: words => {
      const command = readUserCommand(words)
      return command && ((config, say) => runUserCommand(config, command, say).then(() => true))
    },
  },
  sso: {
    words: 'explain FILE [PROVIDER]',
    about: 'says which rule of single sign-on decides about the claims in FILE (JSON), and why',
    read: ([what, file, provider, ...more]) => {
      if (what !== 'explain' || file === undefined || more.length > 0) return undefined
      return (config, say) => runExplain(config, { file, provider }, say)
    },
  },
  apply: {
    words: 'FILE [--json]',
    about: "makes a customer's account as FILE (-: standard input) describes it, and says what it changed",
    read: ([file, flag, ...more]) => {
      if (file === undefined || more.length > 0 || (flag !== undefined && flag !== '--json')) return undefined
      return (config, say) => runApply(config, { file, json: flag !== undefined }, say)
    },
  },
  rotate: {
    words: '[secret]',
    about: "replaces the console's signing keys; with `secret`, seals all data again with the new secret",
    read: ([what, ...more]) => {
      if (what === 'secret' && more.length === 0) return runReplaceSecret
      return what === undefined ? (config, say) => runRotate(config, say).then(() => true) : undefined
    },
  },
}

const usageOf = (name: string, { words }: { words?: string }) => (words ? `${name} ${words}` : name)

function help(): string {
  const rows = [
    ['[start] [--demo]', 'runs Kho; with sample data if the account has no buckets'],
    ...Object.entries(commands).map(([name, command]) => [usageOf(name, command), command.about]),
    ['--version', 'says which version this is, and on which Node it runs'],
  ]
  const lines = rows.map(([usage, about]) => `  ${program} ${usage}\n      ${about}`)
  return `Kho ${version}: a web console for S3-compatible object storage.\n\n${lines.join('\n')}\n
Settings are environment variables, KHO_PORT for example.`
}

/**
 * What the arguments of the process ask for: to start, to print something, or a command.
 * @throws with how to use it, for others
 */
export function readArguments(
  args: string[],
): { start: { demo: boolean } } | { print: string } | { run: Run } {
  const [first = 'start', ...words] = args[0] === '--demo' ? ['start', ...args] : args
  if (first === '--version' || first === '-v') return { print: `${version} (Node ${process.versions.node})` }
  if (first === '--help' || first === '-h' || first === 'help') return { print: help() }
  if (first === 'start') {
    const [flag, ...more] = words
    if (more.length === 0 && (flag === undefined || flag === '--demo')) return { start: { demo: !!flag } }
    throw new Error(`Use: ${program} start [--demo]`)
  }
  const command = Object.hasOwn(commands, first) ? commands[first] : undefined
  if (!command) throw new Error(`There is no command "${first}".\n\n${help()}`)
  const run = command.read(words)
  if (!run) throw new Error(`Use: ${program} ${usageOf(first, command)}`)
  return { run }
}
