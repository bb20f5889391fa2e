import './thread-pool.ts'
import { join, relative } from 'node:path'
import { readConfig } from './config.ts'
import { seedDemo } from './demo/seed.ts'
import { startKho } from './kho.ts'
import { readCommand, runCommand } from './maintenance/command.ts'
import { isKeysCommand, runKeysCommand } from './maintenance/keys.ts'
import { readUserCommand, runUserCommand } from './maintenance/user.ts'

const read = readConfig(process.env)
if ('problems' in read) {
  for (const problem of read.problems) console.error(problem)
  process.exit(1)
}

try {
  const user = readUserCommand(process.argv.slice(2))
  if (user) {
    await runUserCommand(read.config, user, console.log)
    process.exit(0)
  }
  if (isKeysCommand(process.argv.slice(2))) {
    await runKeysCommand(read.config, console.log)
    process.exit(0)
  }
  const command = readCommand(process.argv.slice(2))
  if (command) process.exit((await runCommand(read.config, command)) ? 0 : 1)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
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
  console.log(`Kho is at ${kho.consoleUrl}`)
  for (const { loud, message } of kho.findings) if (loud) console.error(`\n!!! ${message}\n`)
  if (kho.s3Url) console.log(`S3 is at ${kho.s3Url}`)
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
  if (process.argv.includes('--demo')) {
    const files = await seedDemo(kho.services, read.config.admin.email)
    console.log(
      files > 0 ? `Sample data: ${files} files.` : 'No sample data: the account has buckets already.',
    )
  }
} catch (error) {
  console.error(`Kho did not start: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
