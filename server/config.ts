import { resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import * as v from 'valibot'
import { GiB, MiB } from '../domain/limits.ts'
import { builtColors } from './brand/colors.ts'
import { type Environment, secretSettings, withFiles } from './config-files.ts'
import { readProviders } from './config-oidc.ts'
import {
  address,
  addressAndPort,
  basePath,
  brandColors,
  brandName,
  content,
  databaseUrl,
  docsUrl,
  flag,
  headerList,
  hostNames,
  link,
  listener,
  logo,
  must,
  networks,
  oneOf,
  origin,
  password,
  perSecond,
  port,
  proxies,
  ratio,
  secret,
  sender,
  smtpUrl,
  supportLink,
  text,
  webhookHosts,
  webUrl,
  whole,
} from './config-rules.ts'
import { defaultDataDir } from './program.ts'

/**
 * Reads each setting from its variable, by its rule. Pushes a sentence to `problems` for each that breaks it. `given`:
 * `env` before the values of files were added.
 */
const readSettings = (given: Environment, env: Environment, problems: string[]) => {
  const names = ['KHO_S3_INBOX_LISTEN', ...secretSettings(given).map(name => `${name}_FILE`)]
  function read<T>(name: string, rule: v.GenericSchema<string, T>): T | null
  function read<T>(name: string, rule: v.GenericSchema<string, T>, normal: string): T
  function read<T>(name: string, rule: v.GenericSchema<string, T>, normal?: string): T | null {
    names.push(name)
    const text = env[name] || normal
    if (text === undefined) return null
    const result = v.safeParse(rule, text, { abortPipeEarly: true })
    if (result.success) return result.output
    problems.push(`${name} ${result.issues[0].message}`)
    return normal === undefined ? null : v.parse(rule, normal)
  }
  const inboxUrl = read('KHO_S3_INBOX_URL', webUrl)
  const { protocol = '', host = '' } = (inboxUrl !== null && URL.parse(inboxUrl)) || {}
  const listen = addressAndPort(env.KHO_S3_INBOX_LISTEN || (protocol === 'http:' ? host : ''))
  if (inboxUrl !== null && listen === null) {
    problems.push(
      'KHO_S3_INBOX_LISTEN must be an address and a port (10.0.0.5:8081); it may be left out where KHO_S3_INBOX_URL is http:// with both.',
    )
  }
  const accessKey = read('KHO_S3_ADMIN_KEY', text)
  const secretKey = read('KHO_S3_ADMIN_SECRET', text)
  const collector = read('OTEL_EXPORTER_OTLP_ENDPOINT', webUrl)
  const collectorHeaders = read('OTEL_EXPORTER_OTLP_HEADERS', headerList, '')
  const traceRatio = read('OTEL_TRACES_SAMPLER_ARG', ratio, '1')
  const cert = read('KHO_TLS_CERT', content)
  const key = read('KHO_TLS_KEY', content)
  return {
    /** Kho's variables as they are set, for a backup. They hold secrets, or name files that do. */
    given: Object.fromEntries(
      Object.entries(given).filter(
        (entry): entry is [string, string] => /^(KHO|OTEL)_/.test(entry[0]) && !!entry[1],
      ),
    ),
    /** The variables that are read. */
    names,
    host: read('KHO_HOST', text, '127.0.0.1'),
    /** 0 takes a free port. */
    port: read('KHO_PORT', port, '8080'),
    /** The console's origin as browsers see it; null: taken from each request. */
    publicUrl: read('KHO_PUBLIC_URL', origin),
    /** The path below which browsers see the console (`/kho`); empty: at the root. */
    basePath: read('KHO_BASE_PATH', basePath, ''),
    dataDir: resolve(read('KHO_DATA_DIR', text) ?? defaultDataDir(env.XDG_DATA_HOME)),
    /** Whether HSTS covers the subdomains of the console's host, and of the embedded engine's. */
    hstsSubdomains: read('KHO_HSTS_SUBDOMAINS', flag, '0'),
    /** Where the console's documentation links lead; null: the guide that Kho serves. */
    docsUrl: read('KHO_DOCS_URL', docsUrl),
    brand: {
      name: read('KHO_BRAND_NAME', brandName, 'Kho'),
      /** null: Kho's, in `colors`. */
      logo: read('KHO_BRAND_LOGO', logo),
      colors: read('KHO_BRAND_COLORS', brandColors, builtColors.join()),
      /** Where users find help: a page, or an address to write to (`mailto:`). */
      support: read('KHO_SUPPORT_URL', supportLink),
      terms: read('KHO_TERMS_URL', link),
      privacy: read('KHO_PRIVACY_URL', link),
    },
    /** Free bytes of the data folder's disk below which nothing new is stored; null: 5 %, 512 MiB at most. 0: no reserve. */
    diskReserve: read('KHO_DISK_RESERVE', whole(0, 10 ** 15 - 1, must('be a number of bytes'))),
    /** Days that audit records are kept; 0: forever. */
    auditDays: read(
      'KHO_AUDIT_DAYS',
      whole(0, 99_999, must('be a number of days from 0 (forever) to 99999')),
      '730',
    ),
    /** Whether databases of an older version are migrated without a copy of them in the data folder. */
    upgradeWithoutCopy: read('KHO_UPGRADE_WITHOUT_COPY', flag, '0'),
    /** A postgres:// URL; null: SQLite in the data folder. */
    databaseUrl: read('KHO_DATABASE_URL', databaseUrl),
    tls: cert !== null && key !== null ? { cert, key } : null,
    /** Proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted: addresses, networks, or `loopback`. Empty: none. */
    trustedProxies: read('KHO_TRUSTED_PROXIES', proxies) ?? [],
    /** Addresses and networks of the server's own that events may be sent to. Empty: none. */
    webhookAllow: read('KHO_WEBHOOK_ALLOW', networks) ?? [],
    /** The only hosts that events may be sent to; null: all that are not the server's own. */
    webhookHosts: read('KHO_WEBHOOK_HOSTS', webhookHosts),
    logLevel: read(
      'KHO_LOG_LEVEL',
      oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
      'info',
    ),
    /** Whether each request has a line in the log. */
    logRequests: read('KHO_LOG_REQUESTS', flag, '0'),
    /** Whether everybody needs two-step verification or a passkey. */
    requireTwoStep: read('KHO_REQUIRE_TWO_STEP', flag, '0'),
    /** Whether guests may be shown shared files. */
    shares: read('KHO_SHARES', flag, '1'),
    /** The origin of the pages of shares, where it is not the console's. */
    shareUrl: read('KHO_SHARE_URL', origin),
    /** Requests a second to the API of one user, API client or address block; 0: no limit. */
    apiRate: read('KHO_API_RATE', perSecond, '200'),
    /** Where Prometheus reads metrics; null: nowhere. */
    metrics: read('KHO_METRICS_LISTEN', listener),
    /** The collector of traces, and the share of Kho's own that it gets; null: nothing is recorded. */
    traces: collector === null ? null : { endpoint: collector, headers: collectorHeaders, ratio: traceRatio },
    /** Encrypts secrets at rest; null: generated on the first run and kept in the data folder. */
    secret: read('KHO_SECRET', secret),
    /** The secret that `secret` replaces; null: none. */
    secretOld: read('KHO_SECRET_OLD', secret),
    /** OpenID providers that people may sign in by. */
    sso: readProviders(read, problems),
    admin: {
      email: read('KHO_ADMIN_EMAIL', address, 'admin@kho.local'),
      password: read('KHO_ADMIN_PASSWORD', password),
    },
    mail: {
      /** smtp:// or smtps://, with a user and a password where the server asks for them; null: the outbox folder. */
      smtpUrl: read('KHO_SMTP_URL', smtpUrl),
      /** `address` or `Name <address>`; null: derived from the public URL. */
      from: read('KHO_MAIL_FROM', sender),
    },
    storage: {
      kind: read('KHO_S3_KIND', oneOf('embedded', 'rgw', 's3'), 'embedded'),
      /** The port of the embedded engine. 0 takes a free port. */
      port: read('KHO_S3_PORT', port, '9000'),
      /** Where the server reaches the storage; null: the embedded engine. */
      endpoint: read('KHO_S3_ENDPOINT', webUrl),
      /** Host names whose subdomains are buckets, for the embedded engine. */
      hosts: read('KHO_S3_HOSTS', hostNames) ?? [],
      /** Whether the embedded engine encrypts all new objects. */
      encrypt: read('KHO_S3_ENCRYPT', flag, '0'),
      /** Whether the embedded engine accepts pre-signed URLs of Signature Version 2. */
      signV2: read('KHO_S3_SIGN_V2', flag, '1'),
      /** Whether the embedded engine indexes names for searches. */
      names: read('KHO_S3_NAME_INDEX', flag, '1'),
      /** Requests a second to the embedded engine of one access key, or address block without one; 0: no limit. */
      rate: read('KHO_S3_RATE', perSecond, '0'),
      /** Likewise, requests at once; 0: no limit. */
      atOnce: read(
        'KHO_S3_AT_ONCE',
        whole(0, 99_999, must('be a number of requests from 0 (no limit) to 99999')),
        '0',
      ),
      /** Where browsers reach the storage; null: as `endpoint`. */
      publicEndpoint: read('KHO_S3_PUBLIC_ENDPOINT', webUrl),
      region: read(
        'KHO_S3_REGION',
        v.pipe(text, v.regex(/^[a-z0-9-]{1,64}$/, must('have lowercase letters, digits and hyphens only'))),
        'us-east-1',
      ),
      admin: accessKey !== null && secretKey !== null ? { accessKey, secretKey } : null,
      /** Where Ceph RGW sends events of buckets to, and where the console listens for them; null: it offers none there. */
      inbox: inboxUrl !== null && listen !== null ? { url: inboxUrl, ...listen } : null,
      /** Whether all keys of that RGW belong to one customer: each of them reaches the topics of all accounts. */
      oneCustomer: read('KHO_S3_ONE_CUSTOMER', flag, '0'),
      /** The bytes that an upload's part size starts at; null: `basePartSize` of domain/limits.ts. */
      partSize: read(
        'KHO_PART_SIZE',
        whole(
          1,
          5 * GiB,
          `must be a number of bytes from 1 to ${5 * GiB} (S3 asks for at least ${5 * MiB}).`,
        ),
      ),
      /** Seconds of a day in lifecycle rules; null: those of a day. For conformance tests. */
      lifecycleDay: read(
        'KHO_LIFECYCLE_DAY',
        whole(1, 86_400, 'must be a number of seconds from 1 to 86400.'),
      ),
    },
  }
}

/** The operator's configuration. Only `readConfig` reads the environment. */
export type Config = ReturnType<typeof readSettings>

/** What the operator shows in the place of Kho: name, logo, colours and links. */
export type Brand = Config['brand']

const certificateProblem = (tls: Config['tls']): string | null => {
  try {
    if (tls) createSecureContext(tls)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

/** Gives a sentence for each rule between variables that the environment breaks. */
const conflicts = (env: Environment, config: Config): string[] => {
  const { kind, hosts, encrypt, signV2, names, rate, atOnce, oneCustomer } = config.storage
  const embedded = kind === 'embedded'
  const certificate = certificateProblem(config.tls)
  const onlyOutside = ['KHO_S3_ENDPOINT', 'KHO_S3_ADMIN_KEY', 'KHO_S3_ADMIN_SECRET']
  const rules: [broken: boolean, sentence: string][] = [
    [!env.KHO_TLS_CERT !== !env.KHO_TLS_KEY, 'KHO_TLS_CERT and KHO_TLS_KEY must be set together.'],
    [certificate !== null, `KHO_TLS_CERT and KHO_TLS_KEY do not make a certificate: ${certificate}.`],
    [
      config.mail.smtpUrl !== null && config.publicUrl === null && !isLoopback(config.host),
      'KHO_PUBLIC_URL must be set with KHO_SMTP_URL: mailed links begin with it.',
    ],
    [
      config.sso.length > 0 && config.publicUrl === null && !isLoopback(config.host),
      'KHO_PUBLIC_URL must be set with KHO_OIDC_PROVIDERS: providers send people back to it.',
    ],
    ...onlyOutside.map((name): [boolean, string] =>
      embedded
        ? [!!env[name], `${name} has no meaning with the embedded engine: unset it, or set KHO_S3_KIND.`]
        : [!env[name], `${name} must be set when KHO_S3_KIND is ${kind}.`],
    ),
    [
      config.databaseUrl !== null && !env.KHO_SECRET,
      'KHO_SECRET must be set with a PostgreSQL database, the same for every console process.',
    ],
    [!!env.KHO_SECRET_OLD && !env.KHO_SECRET, 'KHO_SECRET must be set with KHO_SECRET_OLD.'],
    [
      config.secret !== null && config.secret === config.secretOld,
      'KHO_SECRET and KHO_SECRET_OLD must differ.',
    ],
    [!embedded && hosts.length > 0, 'KHO_S3_HOSTS applies to the embedded engine only.'],
    [!embedded && encrypt, 'KHO_S3_ENCRYPT has a meaning with the embedded engine only.'],
    [
      !embedded && (rate > 0 || atOnce > 0),
      'KHO_S3_RATE and KHO_S3_AT_ONCE have a meaning with the embedded engine only.',
    ],
    [!embedded && !signV2, 'KHO_S3_SIGN_V2 has a meaning with the embedded engine only.'],
    [!embedded && !names, 'KHO_S3_NAME_INDEX has a meaning with the embedded engine only.'],
    [
      kind !== 'rgw' && !!(env.KHO_S3_INBOX_URL || env.KHO_S3_INBOX_LISTEN),
      'KHO_S3_INBOX_URL and KHO_S3_INBOX_LISTEN have a meaning with Ceph RGW only.',
    ],
    [
      !env.KHO_S3_INBOX_URL && !!env.KHO_S3_INBOX_LISTEN,
      'KHO_S3_INBOX_URL must be set with KHO_S3_INBOX_LISTEN.',
    ],
    [
      kind === 'rgw' && !!env.KHO_S3_INBOX_URL && !oneCustomer,
      'KHO_S3_INBOX_URL needs KHO_S3_ONE_CUSTOMER=1: on Ceph RGW every S3 key can read, redirect and delete the topics of all accounts, and so receive their events and stop their uploads. Set it if all keys there belong to one customer. Otherwise unset KHO_S3_INBOX_URL: Kho then removes its topics, and the notifications that name them, from Ceph RGW.',
    ],
    [oneCustomer && !env.KHO_S3_INBOX_URL, 'KHO_S3_ONE_CUSTOMER has a meaning with KHO_S3_INBOX_URL only.'],
    [
      embedded && config.port !== 0 && config.port === config.storage.port,
      `KHO_PORT and KHO_S3_PORT must differ; both are ${config.port}.`,
    ],
  ]
  return rules.flatMap(([broken, sentence]) => (broken ? [sentence] : []))
}

/**
 * Returns the configuration, or one sentence for each invalid value, naming its variable. An empty variable counts as
 * not set.
 * No sentence repeats a secret.
 */
export function readConfig(given: Environment): { config: Config } | { problems: string[] } {
  const problems: string[] = []
  const env = withFiles(given, problems)
  const config = readSettings(given, env, problems)
  problems.push(...conflicts(env, config))
  return problems.length > 0 ? { problems } : { config }
}

/** Whether a host name or address is this computer's loopback. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}
