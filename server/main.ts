import './thread-pool.ts'
import { join, relative } from 'node:path'
import { readConfig } from './config.ts'
import { seedDemo } from './demo/seed.ts'
import { startKho } from './kho.ts'
import { doubtsAbout } from './maintenance/check.ts'
import { readArguments } from './maintenance/commands.ts'
import { tellSupervisor } from './supervisor.ts'

const fail = (error: unknown): never => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}

const asked = (() => {
  try {
    return readArguments(process.argv.slice(2))
  } catch (error) {
    return fail(error)
  }
})()
if ('print' in asked) {
  console.log(asked.print)
  process.exit(0)
}

const read = readConfig(process.env)
if ('problems' in read) {
  for (const problem of read.problems) console.error(problem)
  process.exit(1)
}
if ('run' in asked) {
  const fine = await asked.run(read.config, console.log).catch(fail)
  process.exit(fine ? 0 : 1)
}

try {
  const kho = await startKho(read.config, {
    onHalt: (message, cause) => {
      console.error(`Kho stops. ${message}`, cause)
      process.exit(1)
    },
  })
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stopping = true
      tellSupervisor('STOPPING', console.error)
      // As safe as a kill, which loses nothing either; before systemd and containers send one.
      setTimeout(() => {
        console.error('Kho did not stop within 25 seconds, and ends now.')
        process.exit(1)
      }, 25_000).unref()
      kho.close().then(
        () => process.exit(0),
        error => {
          console.error(error)
          process.exit(1)
        },
      )
    })
  }
  // Of a terminal that was closed, SIGHUP means to end.
  if (!process.stdout.isTTY) {
    process.on('SIGHUP', () => {
      const now = readConfig(process.env)
      const tls = 'config' in now ? now.config.tls : null
      if (tls) kho.renewTls(tls)
      console.error(
        tls
          ? 'The certificate was read again.'
          : `The certificate stays. ${'problems' in now ? now.problems.join(' ') : 'KHO_TLS_CERT and KHO_TLS_KEY are not set.'}`,
      )
    })
  }
  tellSupervisor('READY', console.error)
  console.log(`Kho is at ${kho.consoleUrl}${read.config.basePath}`)
  for (const { loud, message } of kho.findings) if (loud) console.error(`\n!!! ${message}\n`)
  for (const doubt of doubtsAbout(read.config)) console.error(doubt)
  if (kho.s3Url) console.log(`S3 is at ${kho.s3Url}`)
  if (kho.metricsUrl) console.log(`Metrics are at ${kho.metricsUrl}`)
  if (read.config.mail.smtpUrl === null) {
    const outbox = join(read.config.dataDir, 'outbox')
    const near = relative(process.cwd(), outbox)
    console.log(`Emails are written to ${near.startsWith('..') ? outbox : near}: KHO_SMTP_URL is not set`)
  }
  if (kho.firstUser?.password) {
    console.log(`\nSign in as  ${kho.firstUser.email}\nPassword    ${kho.firstUser.password}`)
    console.log('This password is shown once, and must be changed at the first sign-in.\n')
  } else if (kho.firstUser) {
    console.log(`Sign in as ${kho.firstUser.email} with the password of KHO_ADMIN_PASSWORD.`)
  }
  if (asked.start.demo) {
    const files = await seedDemo(kho.services, read.config.admin.email)
    console.log(
      files > 0 ? `Sample data: ${files} files.` : 'No sample data: the account has buckets already.',
    )
  }
} catch (error) {
  console.error(`Kho did not start: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
