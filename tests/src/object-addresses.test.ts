import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { objectAddresses, shellWord } from '../../src/object/details/addresses.ts'

test('a name stays one word of the shell, whatever is in it', () => {
  const names = ['Tết \'của\' $HOME `id` \\ "a"', '; rm -rf x', 'a\nb', '-n']
  for (const name of names) {
    expect(spawnSync('sh', ['-c', `printf %s ${shellWord(name)}`], { encoding: 'utf8' }).stdout).toBe(name)
  }
})

test('a folder is fetched with all in it', () => {
  expect(objectAddresses('anh', 'Tết 2026/')).toEqual({
    path: 'Tết 2026/',
    uri: 's3://anh/Tết 2026/',
    aws: "aws s3 cp 's3://anh/Tết 2026/' . --recursive --profile kho",
  })
  expect(objectAddresses('anh', 'a.txt').aws).toBe("aws s3 cp 's3://anh/a.txt' . --profile kho")
})
