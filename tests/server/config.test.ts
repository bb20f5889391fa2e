import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { type Config, readConfig } from '../../server/config.ts'
import { unsafeSettings } from '../../server/maintenance/check.ts'
import { makeCertificate } from '../support/certificate.ts'

function problems(env: Record<string, string>): string[] {
  const read = readConfig(env)
  return 'problems' in read ? read.problems : []
}

test('an empty environment is the embedded default [V13.4.5]', () => {
  expect(readConfig({})).toEqual({
    config: {
      given: {},
      names: expect.arrayContaining(['KHO_HOST', 'KHO_S3_INBOX_LISTEN']),
      host: '127.0.0.1',
      port: 8080,
      publicUrl: null,
      basePath: '',
      diskReserve: null,
      auditDays: 730,
      dataDir: resolve('data'),
      hstsSubdomains: false,
      docsUrl: null,
      brand: {
        ...{ name: 'Kho', logo: null, colors: ['#1d64d8', '#0a7c83'] },
        ...{ support: null, terms: null, privacy: null },
      },
      databaseUrl: null,
      tls: null,
      trustedProxies: [],
      webhookAllow: [],
      webhookHosts: null,
      logLevel: 'info',
      logRequests: false,
      shares: true,
      shareUrl: null,
      requireTwoStep: false,
      apiRate: 200,
      metrics: null,
      traces: null,
      upgradeWithoutCopy: false,
      secret: null,
      secretOld: null,
      admin: { email: 'admin@kho.local', password: null },
      sso: [],
      mail: { smtpUrl: null, from: null },
      storage: {
        kind: 'embedded',
        port: 9000,
        hosts: [],
        encrypt: false,
        signV2: true,
        names: true,
        rate: 0,
        atOnce: 0,
        endpoint: null,
        publicEndpoint: null,
        region: 'us-east-1',
        admin: null,
        inbox: null,
        oneCustomer: false,
        partSize: null,
        lifecycleDay: null,
      },
    },
  })
})

test('the limits of S3 requests are those of the embedded engine', () => {
  expect(readConfig({ KHO_S3_RATE: '200', KHO_S3_AT_ONCE: '64' })).toMatchObject({
    config: { storage: { rate: 200, atOnce: 64 } },
  })
})

test('an empty variable is one that is not set', () => {
  expect(readConfig({ KHO_PORT: '', KHO_S3_KIND: '', KHO_SECRET: '' })).toEqual(readConfig({}))
})

test('every variable finds its place', () => {
  const env = {
    KHO_HOST: '0.0.0.0',
    KHO_PORT: '0',
    KHO_PUBLIC_URL: 'https://kho.example.com/',
    KHO_BASE_PATH: '/a/kho-1/',
    KHO_DATA_DIR: '/var/lib/kho',
    KHO_DATABASE_URL: 'postgres://kho:word@db/kho',
    KHO_S3_PORT: '9001',
    KHO_S3_KIND: 'rgw',
    KHO_S3_ENDPOINT: 'http://rgw:7480/',
    KHO_S3_PUBLIC_ENDPOINT: 'https://s3.example.com',
    KHO_S3_REGION: 'vn-1',
    KHO_S3_ADMIN_KEY: 'key',
    KHO_S3_ADMIN_SECRET: 'word',
    KHO_S3_INBOX_URL: 'https://kho.example.com/inbox/',
    KHO_S3_INBOX_LISTEN: '[::1]:8081',
    KHO_S3_ONE_CUSTOMER: '1',
    KHO_SECRET: 'x'.repeat(32),
    KHO_SECRET_OLD: 'y'.repeat(32),
    KHO_ADMIN_EMAIL: ' Owner@Example.com ',
    KHO_ADMIN_PASSWORD: 'Vuon-tao#1',
    KHO_TRUSTED_PROXIES: '10.0.0.0/8, loopback',
    KHO_WEBHOOK_ALLOW: '10.1.0.0/16, ::1',
    KHO_HSTS_SUBDOMAINS: '1',
    KHO_WEBHOOK_HOSTS: 'Hooks.example.com, *.example.org, 2001:DB8:0::1',
    KHO_LOG_LEVEL: 'debug',
    KHO_LOG_REQUESTS: '1',
    KHO_API_RATE: '20',
    KHO_SHARES: '0',
    KHO_SHARE_URL: 'https://files.example.com/',
    KHO_METRICS_LISTEN: '127.0.0.1:9464',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otlp.example.com/kho/',
    OTEL_EXPORTER_OTLP_HEADERS: 'X-Tenant=vn, authorization=Basic%20a2hvOndvcmQ=',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
    KHO_UPGRADE_WITHOUT_COPY: '1',
    KHO_PART_SIZE: '5242880',
    KHO_LIFECYCLE_DAY: '10',
    KHO_DOCS_URL: 'https://docs.example.com/kho/',
    KHO_BRAND_NAME: ' Đám mây Việt ',
    KHO_BRAND_COLORS: '#6B21A8, #9d174d',
    KHO_SUPPORT_URL: 'mailto:help@example.com',
    KHO_TERMS_URL: 'https://example.com/terms?v=2',
    KHO_PRIVACY_URL: 'http://example.com/privacy',
    KHO_DISK_RESERVE: '1000000',
    KHO_AUDIT_DAYS: '90',
    KHO_SMTP_URL: 'smtps://kho:word@mail.example.com:465/',
    KHO_MAIL_FROM: 'Kho Hàng Việt <kho@example.com>',
  }
  expect(readConfig(env)).toEqual({
    config: {
      given: env,
      names: expect.any(Array),
      host: '0.0.0.0',
      port: 0,
      publicUrl: 'https://kho.example.com',
      basePath: '/a/kho-1',
      dataDir: '/var/lib/kho',
      hstsSubdomains: true,
      docsUrl: 'https://docs.example.com/kho/',
      brand: {
        ...{ name: 'Đám mây Việt', logo: null, colors: ['#6b21a8', '#9d174d'] },
        support: 'mailto:help@example.com',
        terms: 'https://example.com/terms?v=2',
        privacy: 'http://example.com/privacy',
      },
      diskReserve: 1_000_000,
      auditDays: 90,
      databaseUrl: 'postgres://kho:word@db/kho',
      tls: null,
      trustedProxies: ['10.0.0.0/8', 'loopback'],
      webhookAllow: ['10.1.0.0/16', '::1'],
      webhookHosts: ['hooks.example.com', '*.example.org', '2001:db8::1'],
      logLevel: 'debug',
      logRequests: true,
      shares: false,
      shareUrl: 'https://files.example.com',
      requireTwoStep: false,
      apiRate: 20,
      metrics: { host: '127.0.0.1', port: 9464 },
      traces: {
        endpoint: 'https://otlp.example.com/kho',
        headers: { 'x-tenant': 'vn', authorization: 'Basic a2hvOndvcmQ=' },
        ratio: 0.25,
      },
      upgradeWithoutCopy: true,
      secret: 'x'.repeat(32),
      secretOld: 'y'.repeat(32),
      admin: { email: 'owner@example.com', password: 'Vuon-tao#1' },
      sso: [],
      mail: { smtpUrl: 'smtps://kho:word@mail.example.com:465', from: 'Kho Hàng Việt <kho@example.com>' },
      storage: {
        kind: 'rgw',
        port: 9001,
        hosts: [],
        encrypt: false,
        signV2: true,
        names: true,
        rate: 0,
        atOnce: 0,
        endpoint: 'http://rgw:7480',
        publicEndpoint: 'https://s3.example.com',
        region: 'vn-1',
        admin: { accessKey: 'key', secretKey: 'word' },
        inbox: { url: 'https://kho.example.com/inbox', host: '::1', port: 8081 },
        oneCustomer: true,
        partSize: 5242880,
        lifecycleDay: 10,
      },
    },
  })
})

const onRgw = {
  ...{ KHO_S3_KIND: 'rgw', KHO_S3_ENDPOINT: 'http://rgw:7480' },
  ...{ KHO_S3_ADMIN_KEY: 'key', KHO_S3_ADMIN_SECRET: 'word' },
}

test.each([
  { KHO_S3_INBOX_URL: 'https://10.0.0.5:8081' },
  { KHO_S3_INBOX_URL: 'http://kho:8081' },
  { KHO_S3_INBOX_URL: 'http://10.0.0.5:8081', KHO_S3_INBOX_LISTEN: 'kho:8081' },
])('%o does not say where the inbox listens', inbox => {
  const sentence =
    'KHO_S3_INBOX_LISTEN must be an address and a port (10.0.0.5:8081); it may be left out where KHO_S3_INBOX_URL is http:// with both.'
  const env = { ...onRgw, ...inbox, KHO_S3_ONE_CUSTOMER: '1' }
  expect(readConfig(env)).toEqual({ problems: [sentence] })
})

test.each([
  [
    { KHO_API_RATE: '-1' },
    'KHO_API_RATE must be a number of requests a second from 0 (no limit) to 99999, not "-1".',
  ],
  [
    { KHO_S3_RATE: '1.5' },
    'KHO_S3_RATE must be a number of requests a second from 0 (no limit) to 99999, not "1.5".',
  ],
  [
    { KHO_S3_AT_ONCE: 'many' },
    'KHO_S3_AT_ONCE must be a number of requests from 0 (no limit) to 99999, not "many".',
  ],
  [
    { ...onRgw, KHO_S3_AT_ONCE: '64' },
    'KHO_S3_RATE and KHO_S3_AT_ONCE have a meaning with the embedded engine only.',
  ],
  [{ KHO_DISK_RESERVE: '1 GB' }, 'KHO_DISK_RESERVE must be a number of bytes, not "1 GB".'],
  [
    { KHO_METRICS_LISTEN: 'localhost:9464' },
    'KHO_METRICS_LISTEN must be an address and a port (127.0.0.1:9464), not "localhost:9464".',
  ],
  [{ KHO_PORT: '99999' }, 'KHO_PORT must be a port from 0 (any free one) to 65535, not "99999".'],
  [{ KHO_S3_PORT: 'tcp://1' }, 'KHO_S3_PORT must be a port from 0 (any free one) to 65535, not "tcp://1".'],
  [{ KHO_PORT: '9000' }, 'KHO_PORT and KHO_S3_PORT must differ; both are 9000.'],
  [{ KHO_PUBLIC_URL: 'kho.vn' }, 'KHO_PUBLIC_URL must be a URL that begins with http:// or https://.'],
  [{ KHO_PUBLIC_URL: 'https://a/b' }, 'KHO_PUBLIC_URL must be an origin, without a path.'],
  [
    { KHO_DOCS_URL: 'javascript:alert(1)' },
    'KHO_DOCS_URL must be a URL that begins with http:// or https://.',
  ],
  ...['kho', '/a//b', '/a/../b', '/a b', '/"', '/api', '/s3/x'].map(
    (path): [Record<string, string>, string] => [
      { KHO_BASE_PATH: path },
      `KHO_BASE_PATH must be a path (/kho) of letters, digits, ".", "_", "~" and "-", not below /api, /assets, /guide or /s3, not "${path}".`,
    ],
  ),
  ...['a'.repeat(41), ' ', 'Kho\u200b'].map((name): [Record<string, string>, string] => [
    { KHO_BRAND_NAME: name },
    `KHO_BRAND_NAME must have 1 to 40 visible characters, not "${name.trim()}".`,
  ]),
  ...['#1d64d8', 'blue,#0a7c83', '#1d64d8;#0a7c83'].map((colors): [Record<string, string>, string] => [
    { KHO_BRAND_COLORS: colors },
    `KHO_BRAND_COLORS must be two colours (#1d64d8,#0a7c83), not "${colors}".`,
  ]),
  [
    { KHO_BRAND_COLORS: '#1d64d8,#777777' },
    'KHO_BRAND_COLORS must be darker: white text on #777777 has a contrast of 4.47 : 1, and needs 4.5 : 1 (WCAG 2.2, 1.4.3).',
  ],
  [
    { KHO_SUPPORT_URL: 'tel:113' },
    'KHO_SUPPORT_URL must be a URL that begins with https:// or http://, or mailto: with an address, not "tel:113".',
  ],
  [
    { KHO_SUPPORT_URL: 'mailto:help' },
    'KHO_SUPPORT_URL must be a URL that begins with https:// or http://, or mailto: with an address, not "mailto:help".',
  ],
  [
    { KHO_TERMS_URL: 'javascript:alert(1)' },
    'KHO_TERMS_URL must be a URL that begins with https:// or http://, not "javascript:alert(1)".',
  ],
  [
    { KHO_PRIVACY_URL: 'example.com' },
    'KHO_PRIVACY_URL must be a URL that begins with https:// or http://, not "example.com".',
  ],
  [{ KHO_PUBLIC_URL: 'https://u@a' }, 'KHO_PUBLIC_URL must not have a user, a query or a fragment.'],
  [
    { KHO_DATABASE_URL: 'mysql://a' },
    'KHO_DATABASE_URL must be a URL that begins with postgres:// or postgresql://.',
  ],
  [
    { KHO_DATABASE_URL: 'postgres://a' },
    'KHO_SECRET must be set with a PostgreSQL database, the same for every console process.',
  ],
  [{ KHO_S3_KIND: 'minio' }, 'KHO_S3_KIND must be one of embedded, rgw, s3, not "minio".'],
  [
    { KHO_S3_ENDPOINT: 'http://a' },
    'KHO_S3_ENDPOINT has no meaning with the embedded engine: unset it, or set KHO_S3_KIND.',
  ],
  [
    { KHO_S3_REGION: 'Hà Nội' },
    'KHO_S3_REGION must have lowercase letters, digits and hyphens only, not "Hà Nội".',
  ],
  [{ KHO_SMTP_URL: 'mail.vn' }, 'KHO_SMTP_URL must be a URL that begins with smtp:// or smtps://.'],
  [
    { KHO_SMTP_URL: 'smtp://u:p@mail.vn/?tls=no' },
    'KHO_SMTP_URL must have a host, and no path, query or fragment.',
  ],
  [
    { KHO_SMTP_URL: 'smtp://mail.vn', KHO_HOST: '0.0.0.0' },
    'KHO_PUBLIC_URL must be set with KHO_SMTP_URL: mailed links begin with it.',
  ],
  [
    { KHO_MAIL_FROM: 'Kho <kho>' },
    'KHO_MAIL_FROM must be an e-mail address, or a name with one in <>, not "Kho <kho>".',
  ],
  [
    { KHO_S3_HOSTS: 's3.example.com, https://s3.example.org' },
    'KHO_S3_HOSTS must list host names, without scheme and port, not "https://s3.example.org".',
  ],
  [
    { KHO_S3_HOSTS: '192.0.2.1' },
    'KHO_S3_HOSTS must list host names, without scheme and port, not "192.0.2.1".',
  ],
  [{ KHO_SECRET: 'short' }, 'KHO_SECRET must have at least 32 characters.'],
  [
    { KHO_SECRET: 'x'.repeat(32), KHO_SECRET_OLD: 'short' },
    'KHO_SECRET_OLD must have at least 32 characters.',
  ],
  [{ KHO_SECRET_OLD: 'x'.repeat(32) }, 'KHO_SECRET must be set with KHO_SECRET_OLD.'],
  [
    { KHO_SECRET: 'x'.repeat(32), KHO_SECRET_OLD: 'x'.repeat(32) },
    'KHO_SECRET and KHO_SECRET_OLD must differ.',
  ],
  [{ KHO_ADMIN_EMAIL: 'owner' }, 'KHO_ADMIN_EMAIL must be an e-mail address, not "owner".'],
  [
    { KHO_ADMIN_PASSWORD: 'password' },
    'KHO_ADMIN_PASSWORD must have 8 to 128 characters, with an uppercase letter, a lowercase letter, a digit and a special character.',
  ],
  [
    { KHO_S3_INBOX_URL: 'http://10.0.0.5:8081' },
    'KHO_S3_INBOX_URL and KHO_S3_INBOX_LISTEN have a meaning with Ceph RGW only.',
  ],
  [
    { ...onRgw, KHO_S3_INBOX_LISTEN: '10.0.0.5:8081' },
    'KHO_S3_INBOX_URL must be set with KHO_S3_INBOX_LISTEN.',
  ],
  [
    { ...onRgw, KHO_S3_INBOX_URL: 'http://10.0.0.5:8081' },
    'KHO_S3_INBOX_URL needs KHO_S3_ONE_CUSTOMER=1: on Ceph RGW every S3 key can read, redirect and delete the topics of all accounts, and so receive their events and stop their uploads. Set it if all keys there belong to one customer. Otherwise unset KHO_S3_INBOX_URL: Kho then removes its topics, and the notifications that name them, from Ceph RGW.',
  ],
  [{ ...onRgw, KHO_S3_ONE_CUSTOMER: '1' }, 'KHO_S3_ONE_CUSTOMER has a meaning with KHO_S3_INBOX_URL only.'],
  [
    { KHO_WEBHOOK_HOSTS: 'hooks.example.com, https://hooks.example.org' },
    'KHO_WEBHOOK_HOSTS must list host names, with *. before one for its subdomains, and addresses, not "https://hooks.example.org".',
  ],
  [
    { KHO_WEBHOOK_ALLOW: '10.0.0.0/8, hooks.example.com' },
    'KHO_WEBHOOK_ALLOW must list addresses and networks (10.0.0.0/8), not "hooks.example.com".',
  ],
  [
    { KHO_TRUSTED_PROXIES: 'loopback, nginx' },
    'KHO_TRUSTED_PROXIES must list addresses, networks (10.0.0.0/8), loopback, linklocal or uniquelocal, not "nginx".',
  ],
  [
    { KHO_LOG_LEVEL: 'loud' },
    'KHO_LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud".',
  ],
  [
    { KHO_PART_SIZE: '0' },
    'KHO_PART_SIZE must be a number of bytes from 1 to 5368709120 (S3 asks for at least 5242880).',
  ],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
    'OTEL_EXPORTER_OTLP_ENDPOINT must be a URL that begins with http:// or https://.',
  ],
  ...['hush', 'a b=hush', 'a=hush%0d%0a', 'a=hush%'].map((headers): [Record<string, string>, string] => [
    { OTEL_EXPORTER_OTLP_HEADERS: headers },
    'OTEL_EXPORTER_OTLP_HEADERS must be headers as name=value, separated by commas, with values in percent-encoding.',
  ]),
  [{ OTEL_TRACES_SAMPLER_ARG: '1.5' }, 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "1.5".'],
  [{ KHO_LIFECYCLE_DAY: '0' }, 'KHO_LIFECYCLE_DAY must be a number of seconds from 1 to 86400.'],
])('%o is refused with one sentence', (env, sentence) => {
  expect(problems(env)).toEqual([sentence])
})

test('the hosts of the embedded engine are a list; another storage has none', () => {
  const read = readConfig({ KHO_S3_HOSTS: 'S3.Example.com, s3.lan' })
  expect('config' in read && read.config.storage.hosts).toEqual(['s3.example.com', 's3.lan'])
  const other = {
    KHO_S3_KIND: 's3',
    KHO_S3_ENDPOINT: 'http://s3',
    KHO_S3_ADMIN_KEY: 'k',
    KHO_S3_ADMIN_SECRET: 's',
  }
  expect(problems({ ...other, KHO_S3_HOSTS: 's3.lan' })).toEqual([
    'KHO_S3_HOSTS applies to the embedded engine only.',
  ])
})

test('the embedded engine encrypts what it is told to; another storage is not told', () => {
  const encrypt = (env: Record<string, string>) => {
    const read = readConfig(env)
    return 'config' in read && read.config.storage.encrypt
  }
  expect([encrypt({ KHO_S3_ENCRYPT: '1' }), encrypt({ KHO_S3_ENCRYPT: '0' })]).toEqual([true, false])
  expect(problems({ KHO_S3_ENCRYPT: 'yes' })).toEqual(['KHO_S3_ENCRYPT must be one of 0, 1, not "yes".'])
  const other = { KHO_S3_KIND: 's3', KHO_S3_ENDPOINT: 'http://s3' }
  const keys = { KHO_S3_ADMIN_KEY: 'k', KHO_S3_ADMIN_SECRET: 's' }
  expect(problems({ ...other, ...keys, KHO_S3_ENCRYPT: '1' })).toEqual([
    'KHO_S3_ENCRYPT has a meaning with the embedded engine only.',
  ])
})

test('the index of names can be turned off on the embedded engine; another storage is not told', () => {
  const read = readConfig({ KHO_S3_NAME_INDEX: '0' })
  expect('config' in read && read.config.storage.names).toBe(false)
  const other = { KHO_S3_KIND: 's3', KHO_S3_ENDPOINT: 'http://s3' }
  const keys = { KHO_S3_ADMIN_KEY: 'k', KHO_S3_ADMIN_SECRET: 's' }
  expect(problems({ ...other, ...keys, KHO_S3_NAME_INDEX: '0' })).toEqual([
    'KHO_S3_NAME_INDEX has a meaning with the embedded engine only.',
  ])
})

test('signatures of version 2 can be turned off on the embedded engine; another storage is not told', () => {
  const read = readConfig({ KHO_S3_SIGN_V2: '0' })
  expect('config' in read && read.config.storage.signV2).toBe(false)
  expect(problems({ KHO_S3_SIGN_V2: 'no' })).toEqual(['KHO_S3_SIGN_V2 must be one of 0, 1, not "no".'])
  const other = { KHO_S3_KIND: 's3', KHO_S3_ENDPOINT: 'http://s3' }
  const keys = { KHO_S3_ADMIN_KEY: 'k', KHO_S3_ADMIN_SECRET: 's' }
  expect(problems({ ...other, ...keys, KHO_S3_SIGN_V2: '0' })).toEqual([
    'KHO_S3_SIGN_V2 has a meaning with the embedded engine only.',
  ])
})

test('another storage needs its endpoint and keys [V13.2.3]', () => {
  expect(problems({ KHO_S3_KIND: 's3' })).toEqual([
    'KHO_S3_ENDPOINT must be set when KHO_S3_KIND is s3.',
    'KHO_S3_ADMIN_KEY must be set when KHO_S3_KIND is s3.',
    'KHO_S3_ADMIN_SECRET must be set when KHO_S3_KIND is s3.',
  ])
})

test('all bad values are told at once, and none tells a secret', () => {
  const found = problems({
    KHO_PORT: 'x',
    KHO_SECRET: 'hush',
    KHO_SECRET_OLD: 'hush',
    KHO_ADMIN_PASSWORD: 'hush',
    KHO_S3_ADMIN_SECRET: 'hush',
  })
  expect(found.length).toBe(5)
  expect(found.join(' ')).not.toContain('hush')
})

test('each secret may come from a file, of which a backup has the path alone [V13.3.1]', ({
  onTestFinished,
}) => {
  const dir = mkdtempSync(join(tmpdir(), 'kho-secrets-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const secrets = {
    KHO_SECRET: 'x'.repeat(32),
    KHO_SECRET_OLD: 'y'.repeat(32),
    KHO_DATABASE_URL: 'postgres://kho:word@db/kho',
    KHO_S3_ADMIN_KEY: 'key',
    KHO_S3_ADMIN_SECRET: 'word',
    KHO_SMTP_URL: 'smtp://kho:word@mail.example.com:587',
    KHO_ADMIN_PASSWORD: 'Vuon-tao#1',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20a2hvOndvcmQ=',
  }
  const path = (name: string) => join(dir, name)
  const files = Object.fromEntries(Object.keys(secrets).map(name => [`${name}_FILE`, path(name)]))
  for (const [name, value] of Object.entries(secrets)) writeFileSync(path(name), `${value}\n`)
  const rest = {
    ...{ KHO_S3_KIND: 'rgw', KHO_S3_ENDPOINT: 'http://rgw:7480', KHO_PUBLIC_URL: 'https://kho.example.com' },
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otlp.example.com',
  }
  const direct = readConfig({ ...rest, ...secrets })
  expect(direct).toHaveProperty('config')
  const { config } = direct as { config: Config }
  const given = { ...rest, ...files }
  expect(readConfig(given)).toEqual({ config: { ...config, given } })
  expect(unsafeSettings({ ...config, given }).filter(sentence => /_FILE/.test(sentence))).toEqual([])

  writeFileSync(path('KHO_SECRET'), '\n')
  rmSync(path('KHO_SMTP_URL'))
  expect(problems({ ...given, KHO_ADMIN_PASSWORD: 'Vuon-tao#2' })).toEqual([
    'KHO_SECRET_FILE names an empty file.',
    expect.stringMatching(/^KHO_SMTP_URL_FILE names a file that cannot be read: ENOENT: .*\.$/),
    'KHO_ADMIN_PASSWORD and KHO_ADMIN_PASSWORD_FILE must not both be set.',
    expect.stringMatching(/^KHO_SECRET must be set with a PostgreSQL database/),
    'KHO_SECRET must be set with KHO_SECRET_OLD.',
  ])
})

test('a logo is an SVG or PNG file of at most 100 KB, and a wide one is a wordmark', ({ onTestFinished }) => {
  const dir = mkdtempSync(join(tmpdir(), 'kho-logo-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const path = join(dir, 'logo')
  const read = (content: string | Buffer) => {
    writeFileSync(path, content)
    const found = readConfig({ KHO_BRAND_LOGO: path })
    if ('problems' in found) return found.problems
    const { bytes, ...logo } = found.config.brand.logo!
    expect(bytes).toEqual(Buffer.from(content))
    return logo
  }
  const svg = (attributes: string) => `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}/>`
  const png = (width: number, height: number) => {
    const header = Buffer.from('89504e470d0a1a0a0000000d49484452'.padEnd(48, '0'), 'hex')
    header.writeUInt32BE(width, 16)
    header.writeUInt32BE(height, 20)
    return header
  }
  const ofSvg = { file: 'logo.svg', type: 'image/svg+xml' }
  const ofPng = { file: 'logo.png', type: 'image/png' }
  expect([
    read(svg('viewBox="0 0 32 32"')),
    read(`\ufeff<?xml version="1.0"?>\n<!-- > -->\n<!DOCTYPE svg>${svg(`width='60mm' height='30mm'`)}`),
    read(svg('width="100%" height="100%" viewBox="0,0,61,30"')),
    read(png(64, 64)),
    read(png(1000, 100)),
  ]).toEqual([
    { ...ofSvg, width: 28, height: 28, wide: false },
    { ...ofSvg, width: 56, height: 28, wide: false },
    { ...ofSvg, width: 57, height: 28, wide: true },
    { ...ofPng, width: 28, height: 28, wide: false },
    { ...ofPng, width: 160, height: 16, wide: true },
  ])
  const noSize = ['KHO_BRAND_LOGO names a picture without a width and a height, or a viewBox.']
  const noPicture = ['KHO_BRAND_LOGO must name an SVG or PNG file.']
  expect([read(svg('width="100%"')), read(png(0, 1))]).toEqual([noSize, noSize])
  expect([read('<svg viewBox="0 0 1 1"/>'), read('GIF89a'), read('')]).toEqual(Array(3).fill(noPicture))
  expect(read(Buffer.alloc(100_001))).toEqual([
    'KHO_BRAND_LOGO names a file of 100001 bytes; at most 100000 are allowed.',
  ])
  expect(problems({ KHO_BRAND_LOGO: join(dir, 'none') })).toEqual([
    `KHO_BRAND_LOGO names a file that cannot be read: ENOENT: no such file or directory, open '${join(dir, 'none')}'.`,
  ])
})

test('a certificate and its key must be given together, readable and valid', ({ onTestFinished }) => {
  const dir = mkdtempSync(join(tmpdir(), 'kho-tls-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const { cert, key } = makeCertificate(dir)
  const read = readConfig({ KHO_TLS_CERT: cert, KHO_TLS_KEY: key })
  expect('config' in read && read.config.tls).toEqual({
    cert: readFileSync(cert, 'utf8'),
    key: readFileSync(key, 'utf8'),
  })
  expect(problems({ KHO_TLS_CERT: cert })).toEqual(['KHO_TLS_CERT and KHO_TLS_KEY must be set together.'])
  expect(problems({ KHO_TLS_CERT: cert, KHO_TLS_KEY: join(dir, 'none') })).toEqual([
    `KHO_TLS_KEY names a file that cannot be read: ENOENT: no such file or directory, open '${join(dir, 'none')}'.`,
  ])
  expect(problems({ KHO_TLS_CERT: key, KHO_TLS_KEY: key })).toEqual([
    expect.stringMatching(/^KHO_TLS_CERT and KHO_TLS_KEY do not make a certificate: .+\.$/),
  ])
})
