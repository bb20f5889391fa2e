import { adminPasswordRefusal } from '../auth/new-password.ts'
import { type Config, isLoopback } from '../config.ts'
import { providerPrefix } from '../config-oidc.ts'
import { doubtfulProviders } from './sso.ts'

/** Whether a URL leads, without encryption, to another machine. */
function isOpen(url: string | null): boolean {
  const { protocol = '', hostname = '' } = (url !== null && URL.parse(url)) || {}
  return protocol === 'http:' && !isLoopback(hostname)
}

/** Whether a trusted proxy is on this machine: then nobody else needs to reach Kho. */
const isOwnMachine = (proxy: string) => proxy === 'loopback' || isLoopback(proxy.replace(/\/\d+$/, ''))

const everybody = (networks: string[]) => networks.some(network => /\/0$/.test(network))

/** Whether a page of https:// would fetch files by http://, which browsers refuse. */
function isMixed({ publicUrl, storage, tls }: Config): boolean {
  if (!publicUrl?.startsWith('https:') || storage.publicEndpoint !== null) return false
  return storage.endpoint?.startsWith('http:') ?? tls === null
}

/** One warning for each setting that is valid but unsafe, unknown, or breaks browsers. */
export function unsafeSettings(config: Config): string[] {
  const { storage, mail, databaseUrl, publicUrl } = config
  const reachable =
    !isLoopback(config.host) || (publicUrl !== null && !isLoopback(new URL(publicUrl).hostname))
  const database = databaseUrl === null ? null : new URL(databaseUrl)
  const rules: [doubtful: boolean, sentence: string][] = [
    [
      !isLoopback(config.host) && config.tls === null && config.trustedProxies.every(isOwnMachine),
      `KHO_HOST is ${config.host}, without KHO_TLS_CERT or a proxy on another machine in KHO_TRUSTED_PROXIES: passwords cross the network in the clear.`,
    ],
    [isOpen(publicUrl), 'KHO_PUBLIC_URL is http://: passwords cross the network in the clear.'],
    [isOpen(storage.endpoint), 'KHO_S3_ENDPOINT is http://: files cross the network in the clear.'],
    [
      isOpen(storage.publicEndpoint),
      'KHO_S3_PUBLIC_ENDPOINT is http://: files cross the network in the clear.',
    ],
    [
      isMixed(config),
      'KHO_S3_PUBLIC_ENDPOINT is not set, and KHO_PUBLIC_URL is https://: browsers refuse to fetch files by http://.',
    ],
    [
      database !== null && !isLoopback(database.hostname) && !database.searchParams.has('sslmode'),
      'KHO_DATABASE_URL has no sslmode: traffic to PostgreSQL is not encrypted.',
    ],
    [
      reachable && mail.smtpUrl === null,
      'KHO_SMTP_URL is not set: mails, with links that reset passwords, are files in the data folder, and reach nobody.',
    ],
    [
      storage.encrypt && config.secret === null,
      'KHO_SECRET is not set: the key to encrypted objects is kept in the same folder.',
    ],
    [
      config.secretOld !== null,
      'KHO_SECRET_OLD is set: remove it once "kho rotate secret" has ended, as it still decrypts data sealed before.',
    ],
    [
      config.admin.password !== null,
      'KHO_ADMIN_PASSWORD counts at the first start only: then remove it from the settings.',
    ],
    [
      config.metrics !== null && !isLoopback(config.metrics.host),
      'KHO_METRICS_LISTEN is open to all who reach it: they read how much is stored and done.',
    ],
    [
      isOpen(config.traces?.endpoint ?? null),
      'OTEL_EXPORTER_OTLP_ENDPOINT is http://: the collector’s headers, and what Kho does, cross the network in the clear.',
    ],
    ...config.sso.map(({ id, issuer }): [boolean, string] => [
      isOpen(issuer.href),
      `${providerPrefix(id)}ISSUER is http://: whoever is between can sign in as anybody.`,
    ]),
    [config.diskReserve === 0, 'KHO_DISK_RESERVE is 0: a full disk can stop Kho in the middle of a change.'],
    [
      everybody(config.trustedProxies),
      'KHO_TRUSTED_PROXIES trusts everybody: anyone can claim any address, and evade limits.',
    ],
    [
      storage.oneCustomer,
      'KHO_S3_ONE_CUSTOMER is set: every S3 key can read, redirect and delete the topics of all accounts.',
    ],
    [everybody(config.webhookAllow), 'KHO_WEBHOOK_ALLOW lets customers reach your own network.'],
    [
      storage.lifecycleDay !== null,
      'KHO_LIFECYCLE_DAY shortens the days of lifecycle rules: objects expire early.',
    ],
  ]
  return [...unknownIn(config), ...rules.flatMap(([doubtful, sentence]) => (doubtful ? [sentence] : []))]
}

/** A sentence for each variable of Kho's that it does not read: most are misspelt. */
function unknownIn({ given, names }: Config): string[] {
  const unknown = Object.keys(given).filter(name => name.startsWith('KHO_') && !names.includes(name))
  return unknown.map(name => {
    const nearest = names.toSorted((a, b) => editsBetween(name, a) - editsBetween(name, b))[0]!
    const meant = editsBetween(name, nearest) <= 3 ? ` Is ${nearest} meant?` : ''
    return `${name} is no setting of Kho, and has no effect.${meant}`
  })
}

/** How many letters must be put in, taken out or replaced: the distance of Levenshtein. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [down, letter] of [...one].entries()) {
    const next = [down + 1]
    for (const [at, against] of [...other].entries())
      next.push(Math.min(next[at]! + 1, row[at + 1]! + 1, row[at]! + (letter === against ? 0 : 1)))
    row = next
  }
  return row.at(-1)!
}

/** Says what is unsafe in settings that are valid, and which providers cannot be reached or cannot confirm; all is well if nothing is. */
export async function runCheck(config: Config, say: (line: string) => void): Promise<boolean> {
  const refusal = await adminPasswordRefusal(config)
  const doubtful = await doubtfulProviders(config)
  const warnings = [...unsafeSettings(config), ...doubtful, ...(refusal === null ? [] : [refusal])]
  for (const warning of warnings) say(warning)
  if (warnings.length === 0) say('The settings are valid, and nothing in them is unsafe.')
  return warnings.length === 0
}
