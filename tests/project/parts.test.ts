import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { givenUp, lateUpdate, updateDays, vulnerable } from '../../build/late-parts.ts'

const policy = readFileSync('SECURITY.md', 'utf8')

/** What npm says of `bowser`, and of a version to come. */
const times = {
  created: '2013-01-01T00:00:00.000Z',
  modified: '2026-11-20T00:00:00.000Z',
  '2.14.1': '2025-11-01T00:00:00.000Z',
  '2.15.0': '2026-01-02T00:00:00.000Z',
  '2.9.0': '2020-01-01T00:00:00.000Z',
  '2.16.0-beta.1': '2026-01-10T00:00:00.000Z',
  '2.15.2': '2026-08-01T00:00:00.000Z',
  '2.15.1': '2026-02-01T00:00:00.000Z',
  '3.0.0': '2026-01-03T00:00:00.000Z',
}

test('a part is late once a release after it, of its major version, is older than promised [V15.2.1]', () => {
  expect(policy).toContain(`| ${updateDays} days`)
  const at = (version: string, days: number) =>
    lateUpdate('bowser', version, times, Date.parse('2026-02-01') + days * 24 * 60 * 60_000)
  expect(at('2.15.0', updateDays)).toBe(null)
  expect(at('2.15.0', updateDays + 1)).toBe('bowser 2.15.0 is late: 2.15.1 came 181 days ago.')
  expect(at('2.15.2', 999)).toBe(null)
  expect(at('3.0.0', 999)).toBe(null)
})

test('each vulnerability that npm knows of is named once, where it is [V15.2.1]', () => {
  const advisory = { title: 'ReDoS', url: 'https://github.com/advisories/GHSA-1' }
  const audit = {
    vulnerabilities: {
      saxen: { severity: 'high', range: '<11.2.1', via: [advisory] },
      ours: { severity: 'high', range: '*', via: ['saxen'] },
    },
  }
  expect(vulnerable(audit)).toEqual([
    'saxen <11.2.1 is vulnerable (high): ReDoS, https://github.com/advisories/GHSA-1',
  ])
  expect(vulnerable({ vulnerabilities: {} })).toEqual([])
})

test('no part is one that its maintainers gave up [V15.2.1]', () => {
  const old = { version: '1.0.0', deprecated: 'Use new.' }
  const packages = { 'node_modules/old': old, 'node_modules/tool': { ...old, dev: true } }
  expect(givenUp({ packages })).toEqual(['node_modules/old 1.0.0 is given up: Use new.'])
  expect(givenUp(JSON.parse(readFileSync('package-lock.json', 'utf8')))).toEqual([])
})
