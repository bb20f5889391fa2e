import { readFileSync } from 'node:fs'

export type Environment = Record<string, string | undefined>

const ofProvider = /^(KHO_OIDC_[A-Z0-9]+_CLIENT_SECRET)_FILE$/

/** Secret settings: each may be in a file instead, which the variable of its name with `_FILE` names. */
export const secretSettings = (env: Environment): string[] => [
  ...fixed,
  ...Object.keys(env).flatMap(name => ofProvider.exec(name)?.[1] ?? []),
]

const fixed = [
  'KHO_SECRET',
  'KHO_SECRET_OLD',
  'KHO_DATABASE_URL',
  'KHO_S3_ADMIN_KEY',
  'KHO_S3_ADMIN_SECRET',
  'KHO_SMTP_URL',
  'KHO_ADMIN_PASSWORD',
  'OTEL_EXPORTER_OTLP_HEADERS',
]

/**
 * The environment with the contents of these files, without the end of their line. Pushes a sentence to `problems` for
 * each that cannot be read, is empty, or whose setting has a value, too.
 */
export function withFiles(env: Environment, problems: string[]): Environment {
  const values: Environment = {}
  for (const name of secretSettings(env)) {
    const path = env[`${name}_FILE`]
    if (!path) continue
    if (env[name]) problems.push(`${name} and ${name}_FILE must not both be set.`)
    try {
      values[name] = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
      // It would count as not set: Kho would make a secret of its own.
      if (values[name] === '') problems.push(`${name}_FILE names an empty file.`)
    } catch (error) {
      problems.push(`${name}_FILE names a file that cannot be read: ${(error as Error).message}.`)
    }
  }
  return { ...env, ...values }
}
