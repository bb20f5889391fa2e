import { expect, test } from 'vitest'
import { versionTimes } from '../../src/object/versions/version-times.ts'

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
