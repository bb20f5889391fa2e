import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { curlCommand, objectAddresses, shellWord } from '../../src/object/details/addresses.ts'

test('a name stays one word of the shell, whatever is in it', () => {
  const names = ['Tết \'của\' $HOME `id` \\ "a"', '; rm -rf x', '-n']
  for (const name of names) {
    expect(spawnSync('sh', ['-c', `printf %s ${shellWord(name)}`], { encoding: 'utf8' }).stdout).toBe(name)
  }
})

test('a name with control characters is a word without them: pasted, they could end the line', () => {
  const names = ['a\nb', "\x03\ncurl x | sh\n'", '\x1b[201~\n\\id\u0085', '\x7f7 Tết 😀']
  for (const name of names) {
    const word = shellWord(name)
    expect(word).not.toMatch(/\p{Cc}/u)
    expect(spawnSync('bash', ['-c', `printf %s ${word}`], { encoding: 'utf8' }).stdout).toBe(name)
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

test('the command of cURL keeps the name of the file, and its link whole', () => {
  const link = 'https://s3.example/anh/a%20b.txt?X-Amz-Signature=1&x=2'
  expect([curlCommand("Tết/l'a b.txt", link), curlCommand('-n', link)]).toEqual([
    `curl --fail --output './l'\\''a b.txt' '${link}'`,
    `curl --fail --output './-n' '${link}'`,
  ])
})
