import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import * as v from 'valibot'
import { email } from '../domain/email.ts'
import { canonicalEmail } from '../domain/email-address.ts'
import { GiB, MiB } from '../domain/limits.ts'
import { newPassword } from '../domain/password.ts'
import { addressSet } from '../domain/policy/addresses.ts'
import type { StorageKind } from '../domain/storage-differences.ts'

/** The operator's configuration. Only `readConfig` reads the environment. */
export type Config = {
  host: string
  /** 0 takes a free port. */
  port: number
  /** The console's origin as browsers see it; null: taken from each request. */
  publicUrl: string | null
  dataDir: string
  /** Where the console's documentation links lead; null: the guide that Kho serves. */
  docsUrl: string | null
  /** Free bytes of the data folder's disk below which nothing new is stored; null: 5 %, 512 MiB at most. 0: no reserve. */
  diskReserve: number | null
  /** Days that audit records are kept; 0: forever. */
  auditDays: number
  /** A postgres:// URL; null: SQLite in the data folder. */
  databaseUrl: string | null
  tls: { cert: string; key: string } | null
  /** Proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted: addresses, networks, or `loopback`. Empty: none. */
  trustedProxies: string[]
  /** Addresses and networks of the server's own that events may be sent to. Empty: none. */
  webhookAllow: string[]
  logLevel: (typeof logLevels)[number]
  /** Encrypts secrets at rest; null: generated on the first run and kept in the data folder. */
  secret: string | null
  admin: { email: string; password: string | null }
  mail: {
    /** smtp:// or smtps://, with a user and a password where the server asks for them; null: the outbox folder. */
    smtpUrl: string | null
    /** `address` or `Name <address>`; null: derived from the public URL. */
    from: string | null
  }
  storage: {
    kind: StorageKind
    /** The port of the embedded engine. 0 takes a free port. */
    port: number
    /** Where the server reaches the storage; null: the embedded engine. */
    endpoint: string | null
    /** Host names whose subdomains are buckets, for the embedded engine. */
    hosts: string[]
    /** Whether the embedded engine encrypts all new objects. */
    encrypt: boolean
    /** Whether the embedded engine takes pre-signed URLs of Signature Version 2. */
    signV2: boolean
    /** Where browsers reach the storage; null: as `endpoint`. */
    publicEndpoint: string | null
    region: string
    admin: { accessKey: string; secretKey: string } | null
    /** Where Ceph RGW sends events of buckets to, and where the console listens for them; null: it offers none there. */
    inbox: { url: string; host: string; port: number } | null
    /** The bytes that an upload's part size starts at; null: `basePartSize` of domain/limits.ts. */
    partSize: number | null
    /** Seconds of a day in lifecycle rules; null: those of a day. For conformance tests. */
    lifecycleDay: number | null
  }
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const kinds = ['embedded', 'rgw', 's3'] as const

type Environment = Record<string, string | undefined>

/**
 * Gives the configuration, or one sentence for each invalid value, naming its variable. An empty variable is not set.
 * No sentence repeats a secret.
 */
export function readConfig(env: Environment): { config: Config } | { problems: string[] } {
  const problems: string[] = []
  const get = (name: string): string | null => env[name] || null

  function port(name: string, normal: number): number {
    const text = get(name)
    if (text === null) return normal
    const value = /^\d{1,5}$/.test(text) ? Number(text) : -1
    if (value >= 0 && value <= 65535) return value
    problems.push(`${name} must be a port from 0 (any free one) to 65535, not "${text}".`)
    return normal
  }

  function oneOf<T extends string>(name: string, values: readonly T[], normal: T): T {
    const text = get(name)
    if (text === null) return normal
    const value = values.find(each => each === text)
    if (value !== undefined) return value
    problems.push(`${name} must be one of ${values.join(', ')}, not "${text}".`)
    return normal
  }

  function url(name: string, schemes: string[], rule: (url: URL) => string | null): string | null {
    const text = get(name)
    if (text === null) return null
    const shape = `a URL that begins with ${schemes.map(scheme => `${scheme}://`).join(' or ')}`
    if (!URL.canParse(text) || !schemes.includes(new URL(text).protocol.slice(0, -1))) {
      problems.push(`${name} must be ${shape}.`)
      return null
    }
    const issue = rule(new URL(text))
    if (issue !== null) problems.push(`${name} ${issue}`)
    return text.replace(/\/+$/, '')
  }

  const bare = (parsed: URL) =>
    parsed.username || parsed.password || parsed.search || parsed.hash
      ? 'must not have a user, a query or a fragment.'
      : null
  const origin = (parsed: URL) =>
    bare(parsed) ?? (parsed.pathname === '/' ? null : 'must be an origin, without a path.')

  function docsUrl(): string | null {
    const named = url('KHO_DOCS_URL', ['http', 'https'], parsed =>
      parsed.username || parsed.password ? 'must not have a user.' : null,
    )
    return named === null ? null : new URL(get('KHO_DOCS_URL')!).href
  }

  function file(name: string): string | null {
    const path = get(name)
    if (path === null) return null
    try {
      return readFileSync(path, 'utf8')
    } catch (error) {
      problems.push(`${name} names a file that cannot be read: ${(error as Error).message}.`)
      return null
    }
  }

  function tls(): Config['tls'] {
    const cert = file('KHO_TLS_CERT')
    const key = file('KHO_TLS_KEY')
    if (!get('KHO_TLS_CERT') !== !get('KHO_TLS_KEY')) {
      problems.push('KHO_TLS_CERT and KHO_TLS_KEY must be set together.')
    }
    if (cert === null || key === null) return null
    try {
      createSecureContext({ cert, key })
    } catch (error) {
      problems.push(`KHO_TLS_CERT and KHO_TLS_KEY do not make a certificate: ${(error as Error).message}.`)
    }
    return { cert, key }
  }

  function admin(): Config['admin'] {
    const address = get('KHO_ADMIN_EMAIL') ?? 'admin@kho.local'
    const password = get('KHO_ADMIN_PASSWORD')
    if (!v.safeParse(email, address).success) {
      problems.push(`KHO_ADMIN_EMAIL must be an e-mail address, not "${address}".`)
    }
    if (password !== null && !v.safeParse(newPassword, password).success) {
      problems.push(
        'KHO_ADMIN_PASSWORD must have 8 to 128 characters, with an uppercase letter, a lowercase letter, a digit and a special character.',
      )
    }
    return { email: canonicalEmail(address), password }
  }

  function mail(host: string, publicUrl: string | null): Config['mail'] {
    const plain = (parsed: URL) =>
      parsed.hostname === '' || !['', '/'].includes(parsed.pathname) || parsed.search || parsed.hash
        ? 'must have a host, and no path, query or fragment.'
        : null
    const smtpUrl = url('KHO_SMTP_URL', ['smtp', 'smtps'], plain)
    const from = get('KHO_MAIL_FROM')
    const address = from === null ? null : (/^[^<>"\r\n]*<([^<>]+)>$/.exec(from)?.[1] ?? from)
    if (address !== null && !v.safeParse(email, address).success) {
      problems.push(`KHO_MAIL_FROM must be an e-mail address, or a name with one in <>, not "${from}".`)
    }
    if (smtpUrl !== null && publicUrl === null && !isLoopback(host)) {
      problems.push('KHO_PUBLIC_URL must be set with KHO_SMTP_URL: mailed links begin with it.')
    }
    return { smtpUrl, from }
  }

  function storage(databaseUrl: string | null): Config['storage'] {
    const kind = oneOf<StorageKind>('KHO_S3_KIND', kinds, 'embedded')
    const endpoint = url('KHO_S3_ENDPOINT', ['http', 'https'], bare)
    const accessKey = get('KHO_S3_ADMIN_KEY')
    const secretKey = get('KHO_S3_ADMIN_SECRET')
    const outside = { KHO_S3_ENDPOINT: endpoint, KHO_S3_ADMIN_KEY: accessKey, KHO_S3_ADMIN_SECRET: secretKey }
    for (const [name, value] of Object.entries(outside)) {
      if (kind !== 'embedded' && value === null && get(name) === null) {
        problems.push(`${name} must be set when KHO_S3_KIND is ${kind}.`)
      }
      if (kind === 'embedded' && get(name) !== null) {
        problems.push(`${name} has no meaning with the embedded engine: unset it, or set KHO_S3_KIND.`)
      }
    }
    if (databaseUrl !== null && get('KHO_SECRET') === null) {
      problems.push('KHO_SECRET must be set with a PostgreSQL database, the same for every console process.')
    }
    const region = get('KHO_S3_REGION') ?? 'us-east-1'
    if (!/^[a-z0-9-]{1,64}$/.test(region)) {
      problems.push(`KHO_S3_REGION must have lowercase letters, digits and hyphens only, not "${region}".`)
    }
    const hosts = s3Hosts()
    if (kind !== 'embedded' && hosts.length > 0) {
      problems.push('KHO_S3_HOSTS applies to the embedded engine only.')
    }
    const encrypt = oneOf('KHO_S3_ENCRYPT', ['0', '1'], '0') === '1'
    if (kind !== 'embedded' && encrypt) {
      problems.push('KHO_S3_ENCRYPT has a meaning with the embedded engine only.')
    }
    const signV2 = oneOf('KHO_S3_SIGN_V2', ['0', '1'], '1') === '1'
    if (kind !== 'embedded' && !signV2) {
      problems.push('KHO_S3_SIGN_V2 has a meaning with the embedded engine only.')
    }
    return {
      kind,
      port: port('KHO_S3_PORT', 9000),
      hosts,
      encrypt,
      signV2,
      endpoint,
      publicEndpoint: url('KHO_S3_PUBLIC_ENDPOINT', ['http', 'https'], bare),
      region,
      admin: accessKey !== null && secretKey !== null ? { accessKey, secretKey } : null,
      inbox: inbox(kind),
      partSize: partSize(),
      lifecycleDay: lifecycleDay(),
    }
  }

  function inbox(kind: StorageKind): Config['storage']['inbox'] {
    const name = 'KHO_S3_INBOX_URL'
    const target = url(name, ['http', 'https'], bare)
    const listen = get('KHO_S3_INBOX_LISTEN')
    if (kind !== 'rgw' && (get(name) ?? listen) !== null) {
      problems.push(`${name} and KHO_S3_INBOX_LISTEN have a meaning with Ceph RGW only.`)
    }
    if (listen !== null && get(name) === null) {
      problems.push(`${name} must be set with KHO_S3_INBOX_LISTEN.`)
    }
    if (target === null) return null
    const { protocol, host } = new URL(target)
    const [, address = '', text = ''] = /^(.+):(\d{1,5})$/.exec(listen ?? host) ?? []
    const bound = address.replace(/^\[(.*)\]$/, '$1')
    if (
      listen === null ? protocol !== 'http:' || isIP(bound) === 0 : isIP(bound) === 0 || Number(text) > 65535
    ) {
      problems.push(
        'KHO_S3_INBOX_LISTEN must be an address and a port (10.0.0.5:8081); it may be left out where KHO_S3_INBOX_URL is http:// with both.',
      )
    }
    return { url: target, host: bound, port: Number(text) }
  }

  function s3Hosts(): string[] {
    const hosts = (get('KHO_S3_HOSTS') ?? '')
      .toLowerCase()
      .split(',')
      .map(each => each.trim())
    const named = hosts.filter(each => each !== '')
    const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
    const wrong = named.find(each => isIP(each) !== 0 || !new RegExp(`^${label}(\\.${label})*$`).test(each))
    if (wrong !== undefined) {
      problems.push(`KHO_S3_HOSTS must list host names, without scheme and port, not "${wrong}".`)
    }
    return named
  }

  function partSize(): number | null {
    const text = get('KHO_PART_SIZE')
    if (text === null) return null
    const bytes = /^\d{1,10}$/.test(text) ? Number(text) : 0
    if (bytes < 1 || bytes > 5 * GiB) {
      problems.push(
        `KHO_PART_SIZE must be a number of bytes from 1 to ${5 * GiB} (S3 asks for at least ${5 * MiB}).`,
      )
    }
    return bytes
  }

  function lifecycleDay(): number | null {
    const text = get('KHO_LIFECYCLE_DAY')
    if (text === null) return null
    const seconds = /^\d{1,5}$/.test(text) ? Number(text) : 0
    if (seconds < 1 || seconds > 86_400) {
      problems.push('KHO_LIFECYCLE_DAY must be a number of seconds from 1 to 86400.')
    }
    return seconds
  }

  function diskReserve(): number | null {
    const text = get('KHO_DISK_RESERVE')
    if (text === null) return null
    if (/^\d{1,15}$/.test(text)) return Number(text)
    problems.push(`KHO_DISK_RESERVE must be a number of bytes, not "${text}".`)
    return null
  }

  function auditDays(): number {
    const text = get('KHO_AUDIT_DAYS')
    if (text === null) return 730
    if (/^\d{1,5}$/.test(text)) return Number(text)
    problems.push(`KHO_AUDIT_DAYS must be a number of days from 0 (forever) to 99999, not "${text}".`)
    return 0
  }

  function trustedProxies(): string[] {
    const text = get('KHO_TRUSTED_PROXIES')
    if (text === null) return []
    const proxies = text.split(',').map(each => each.trim())
    const known = (each: string) =>
      ['loopback', 'linklocal', 'uniquelocal'].includes(each) ||
      (isIP(each.split('/')[0]!) !== 0 && /^[^/]+(\/\d{1,3})?$/.test(each))
    const wrong = proxies.find(each => !known(each))
    if (wrong !== undefined) {
      problems.push(
        `KHO_TRUSTED_PROXIES must list addresses, networks (10.0.0.0/8), loopback, linklocal or uniquelocal, not "${wrong}".`,
      )
    }
    return proxies
  }

  function webhookAllow(): string[] {
    const list = (get('KHO_WEBHOOK_ALLOW') ?? '').split(',').map(each => each.trim())
    const named = list.filter(each => each !== '')
    const wrong = named.find(each => addressSet([each]) === undefined)
    if (wrong !== undefined) {
      problems.push(`KHO_WEBHOOK_ALLOW must list addresses and networks (10.0.0.0/8), not "${wrong}".`)
    }
    return named
  }

  const databaseUrl = url('KHO_DATABASE_URL', ['postgres', 'postgresql'], () => null)
  const secret = get('KHO_SECRET')
  if (secret !== null && secret.length < 32) problems.push('KHO_SECRET must have at least 32 characters.')
  const host = get('KHO_HOST') ?? '127.0.0.1'
  const publicUrl = url('KHO_PUBLIC_URL', ['http', 'https'], origin)
  const config: Config = {
    host,
    port: port('KHO_PORT', 8080),
    publicUrl,
    dataDir: resolve(get('KHO_DATA_DIR') ?? join(import.meta.dirname, '..', 'data')),
    docsUrl: docsUrl(),
    diskReserve: diskReserve(),
    auditDays: auditDays(),
    databaseUrl,
    tls: tls(),
    trustedProxies: trustedProxies(),
    webhookAllow: webhookAllow(),
    logLevel: oneOf('KHO_LOG_LEVEL', logLevels, 'info'),
    secret,
    admin: admin(),
    mail: mail(host, publicUrl),
    storage: storage(databaseUrl),
  }
  if (config.storage.kind === 'embedded' && config.port !== 0 && config.port === config.storage.port) {
    problems.push(`KHO_PORT and KHO_S3_PORT must differ; both are ${config.port}.`)
  }
  return problems.length > 0 ? { problems } : { config }
}

/** Whether a host name or address is this computer's loopback. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}
