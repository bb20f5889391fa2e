import { expect, test } from 'vitest'
import { runCheck, unsafeSettings } from '../../server/maintenance/check.ts'
import { configOf } from './support/console.ts'

const said: string[] = []
const say = (line: string) => void said.push(line)

const safe = {
  KHO_HOST: '0.0.0.0',
  KHO_TRUSTED_PROXIES: '10.0.0.5',
  KHO_PUBLIC_URL: 'https://kho.example.com',
  KHO_S3_PUBLIC_ENDPOINT: 'https://s3.example.com',
  KHO_SMTP_URL: 'smtp://mail.example.com',
}

test('nothing is unsafe on this computer only, or behind a proxy with TLS', async () => {
  const local = { ...safe, KHO_HOST: '127.0.0.1', KHO_TRUSTED_PROXIES: 'loopback' }
  for (const env of [{}, safe, local]) expect(await runCheck(configOf(env), say)).toBe(true)
  expect(said.at(-1)).toBe('The settings are valid, and nothing in them is unsafe.')
})

const storage = { KHO_S3_KIND: 's3', KHO_S3_ADMIN_KEY: 'k', KHO_S3_ADMIN_SECRET: 's' }
const rows: [doubt: string, env: Record<string, string>][] = [
  ['KHO_HOST', { KHO_TRUSTED_PROXIES: '' }],
  ['KHO_HOST', { KHO_TRUSTED_PROXIES: 'loopback,127.0.0.0/8' }],
  ['KHO_PUBLIC_URL', { KHO_PUBLIC_URL: 'http://kho.example.com' }],
  ['KHO_S3_PUBLIC_ENDPOINT', { KHO_S3_PUBLIC_ENDPOINT: '' }],
  [
    'KHO_S3_PUBLIC_ENDPOINT',
    { ...storage, KHO_S3_ENDPOINT: 'http://[::1]:9000', KHO_S3_PUBLIC_ENDPOINT: '' },
  ],
  ['KHO_S3_ENDPOINT', { ...storage, KHO_S3_ENDPOINT: 'http://s3.example.com' }],
  [
    'KHO_S3_PUBLIC_ENDPOINT',
    { ...storage, KHO_S3_ENDPOINT: 'http://[::1]:9000', KHO_S3_PUBLIC_ENDPOINT: 'http://s3.example.com' },
  ],
  ['KHO_DATABASE_URL', { KHO_DATABASE_URL: 'postgres://db.example.com/kho', KHO_SECRET: 'x'.repeat(32) }],
  ['KHO_SMTP_URL', { KHO_SMTP_URL: '' }],
  ['KHO_SECRET', { KHO_S3_ENCRYPT: '1' }],
  ['KHO_SECRET_OLD', { KHO_SECRET: 'x'.repeat(32), KHO_SECRET_OLD: 'y'.repeat(32) }],
  ['KHO_ADMIN_PASSWORD', { KHO_ADMIN_PASSWORD: 'Vuon-tao#1' }],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://traces.example.com:4318' }],
  ['KHO_METRICS_LISTEN', { KHO_METRICS_LISTEN: '0.0.0.0:9464' }],
  ['KHO_DISK_RESERVE', { KHO_DISK_RESERVE: '0' }],
  ['KHO_TRUSTED_PROXIES', { KHO_TRUSTED_PROXIES: '0.0.0.0/0' }],
  ['KHO_WEBHOOK_ALLOW', { KHO_WEBHOOK_ALLOW: '10.0.0.0/8,::/0' }],
  [
    'KHO_S3_ONE_CUSTOMER',
    {
      ...{ ...storage, KHO_S3_KIND: 'rgw', KHO_S3_ENDPOINT: 'http://[::1]:7480' },
      ...{ KHO_S3_INBOX_URL: 'http://127.0.0.1:8081', KHO_S3_ONE_CUSTOMER: '1' },
    },
  ],
  ['KHO_LIFECYCLE_DAY', { KHO_LIFECYCLE_DAY: '10' }],
]

test.each(rows)('%s is told where it is unsafe, without a secret [V12.2.1, V12.3.1]', async (name, env) => {
  const doubts = unsafeSettings(configOf({ ...safe, ...env }))
  expect(doubts).toEqual([expect.stringMatching(new RegExp(`^${name} `))])
  expect(doubts[0]).not.toContain('Vuon-tao#1')
  expect(await runCheck(configOf({ ...safe, ...env }), say)).toBe(false)
  expect(said.at(-1)).toBe(doubts[0])
})

test('a variable that Kho does not read is named, with the one that is meant', () => {
  const typos = { KHO_S3_ENCRPT: '1', KHO_SMPT_URL: 'smtp://mail', KHO_COLOUR_OF_THE_SKY: 'blue', OTHER: '1' }
  expect(unsafeSettings(configOf(typos))).toEqual([
    'KHO_S3_ENCRPT is no setting of Kho, and has no effect. Is KHO_S3_ENCRYPT meant?',
    'KHO_SMPT_URL is no setting of Kho, and has no effect. Is KHO_SMTP_URL meant?',
    'KHO_COLOUR_OF_THE_SKY is no setting of Kho, and has no effect.',
  ])
})
