import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { type Config, readConfig } from './config.ts'
import { seedDemo } from './demo/seed.ts'
import { startKho } from './kho.ts'
import { unsafeSettings } from './maintenance/check.ts'
import { readArguments } from './maintenance/commands.ts'

type Env = Record<string, string | undefined>
type Out = Pick<Console, 'log' | 'error'>

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Does what the arguments ask for. Gives the exit status; null: the server runs, until a signal ends it. */
export async function main(args: string[], env: Env, out: Out): Promise<number | null> {
  try {
    const asked = readArguments(args)
    if ('print' in asked) {
      out.log(asked.print)
      return 0
    }
    const read = readConfig(env)
    if ('problems' in read) throw new Error(read.problems.join('\n'))
    if ('run' in asked) return (await asked.run(read.config, out.log)) ? 0 : 1
    await start(read.config, asked.start, env, out).catch(error => {
      throw new Error(`Kho did not start: ${reasonOf(error)}`)
    })
    return null
  } catch (error) {
    out.error(reasonOf(error))
    return 1
  }
}

async function start(config: Config, { demo }: { demo: boolean }, env: Env, out: Out): Promise<void> {
  const kho = await startKho(config, {
    onHalt: (message, cause) => {
      out.error(`Kho stops. ${message}`, cause)
      process.exit(1)
    },
  })
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stopping = true
      tellSupervisor('STOPPING', out.error)
      // As safe as a kill, which loses nothing either; before systemd and containers send one.
      setTimeout(() => {
        out.error('Kho did not stop within 25 seconds, and ends now.')
        process.exit(1)
      }, 25_000).unref()
      kho.close().then(
        () => process.exit(0),
        error => {
          out.error(error)
          process.exit(1)
        },
      )
    })
  }
  // Of a terminal that was closed, SIGHUP means to end.
  if (!process.stdout.isTTY) {
    process.on('SIGHUP', () => {
      const now = readConfig(env)
      const tls = 'config' in now ? now.config.tls : null
      if (tls) kho.renewTls(tls)
      out.error(
        tls
          ? 'The certificate was read again.'
          : `Keeping the current certificate. ${'problems' in now ? now.problems.join(' ') : 'KHO_TLS_CERT and KHO_TLS_KEY are not set.'}`,
      )
    })
  }
  tellSupervisor('READY', out.error)
  out.log(`Kho is at ${kho.consoleUrl}${config.basePath}`)
  for (const { loud, message } of kho.findings) if (loud) out.error(`\n!!! ${message}\n`)
  for (const warning of unsafeSettings(config)) out.error(warning)
  if (kho.s3Url) out.log(`S3 is at ${kho.s3Url}`)
  if (kho.metricsUrl) out.log(`Metrics are at ${kho.metricsUrl}`)
  if (config.mail.smtpUrl === null) {
    out.log(`Emails are written to ${join(config.dataDir, 'outbox')}: KHO_SMTP_URL is not set`)
  }
  if (kho.firstUser?.password) {
    out.log(`\nSign in as  ${kho.firstUser.email}\nPassword    ${kho.firstUser.password}`)
    out.log('This password is shown once, and must be changed at the first sign-in.\n')
  } else if (kho.firstUser) {
    out.log(`Sign in as ${kho.firstUser.email} with the password of KHO_ADMIN_PASSWORD.`)
  }
  if (demo) {
    const files = await seedDemo(kho.services, config.admin.email)
    out.log(files > 0 ? `Sample data: ${files} files.` : 'No sample data: the account has buckets already.')
  }
}

/**
 * Tells systemd (`Type=notify`) that the process is ready, or begins to stop. Nothing under another supervisor. By
 * `systemd-notify`, as Node has no sockets for datagrams on paths.
 */
function tellSupervisor(state: 'READY' | 'STOPPING', failed: (error: Error) => void): void {
  if (!process.env.NOTIFY_SOCKET) return
  spawn('systemd-notify', [`${state}=1`], { stdio: 'ignore' }).on('error', failed)
}
