// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { VersionItem } from '../../openapi/schema.ts'
import { useVersionTimes, versionTimes } from '../../src/files/panel/versions/use-version-times.ts'
import { show } from './support/screen.tsx'

const texts = {
  minute: (seconds: number) => `${Math.floor(seconds / 60)}`,
  second: (seconds: number) => `${Math.floor(seconds / 60)}:${seconds % 60}`,
}

test('no two versions of a file are called the same, however close in time', () => {
  const at = [600, 130, 125, 125, 60, null]
  const versions = at.map((last_modified, index) => ({ version_id: `v${index}`, last_modified }))
  expect([...versionTimes(versions, texts)]).toEqual([
    ['v0', '10'],
    ['v1', '2:10'],
    ['v2', '2:5 (1)'],
    ['v3', '2:5 (2)'],
    ['v4', '1'],
    ['v5', 'v5'],
  ])
})

test('two versions of one minute have their seconds, by the clock of who looks', async () => {
  const minute = Math.floor(1_790_000_000 / 60) * 60
  const versions = [7, 5].map(second => ({ version_id: `v${second}`, last_modified: minute + second }))
  function Times() {
    return [...useVersionTimes(versions as VersionItem[]).values()].map(time => <p key={time}>{time}</p>)
  }
  await show(<Times />, 'vi')
  const at = new Date(minute * 1000)
  const [hours, minutes] = [at.getHours(), at.getMinutes()].map(part => String(part).padStart(2, '0'))
  expect(
    [...document.querySelectorAll('p')].map(({ textContent }) => textContent?.split(' ').at(-1)),
  ).toEqual([`${hours}:${minutes}:07`, `${hours}:${minutes}:05`])
})
