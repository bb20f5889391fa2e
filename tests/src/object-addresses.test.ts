import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { curlCommand, objectAddresses, shellWord } from '../../src/files/panel/details/addresses.ts'

test('a name stays one word of the shell, whatever is in it', () => {
  const names = ['Tết \'của\' $HOME `id` \\ "a"', '; rm -rf x', '-n']
  for (const name of names) {
    expect(spawnSync('sh', ['-c', `printf %s ${shellWord(name)}`], { encoding: 'utf8' }).stdout).toBe(name)
  }
})

test('a name with control characters is a word without them: pasted, they could end the line [V1.3.3]', () => {
  const names = ['a\nb', "\x03\ncurl x | sh\n'", '\x1b[201~\n\\id\u0085', '\x7f7 Tết 😀']
  for (const name of names) {
    const word = shellWord(name)
    expect(word).not.toMatch(/\p{Cc}/u)
    expect(spawnSync('bash', ['-c', `printf %s ${word}`], { encoding: 'utf8' }).stdout).toBe(name)
  }
})

test('a folder is fetched with all in it', () => {
  expect(objectAddresses('anh', 'Tết 2026/', 'folder')).toEqual({
    path: 'Tết 2026/',
    uri: 's3://anh/Tết 2026/',
    aws: "aws s3 cp 's3://anh/Tết 2026/' . --recursive --profile kho",
  })
  expect(objectAddresses('anh', 'a.txt', 'file').aws).toBe("aws s3 cp 's3://anh/a.txt' . --profile kho")
})

test('a file whose key ends in a slash is fetched alone, into a file called as the folder', () => {
  expect(objectAddresses('anh', 'a/Tết/', 'file').aws).toBe(
    "aws s3api get-object --bucket 'anh' --key 'a/Tết/' './Tết' --profile kho",
  )
  expect(curlCommand('a/Tết/', 'x')).toBe("curl --fail --output './Tết' 'x'")
  expect(curlCommand('a//', 'x')).toBe("curl --fail --output './file' 'x'")
})

test('the command of cURL keeps the name of the file, and its link whole', () => {
  const link = 'https://s3.example/anh/a%20b.txt?X-Amz-Signature=1&x=2'
  expect([curlCommand("Tết/l'a b.txt", link), curlCommand('-n', link)]).toEqual([
    `curl --fail --output './l'\\''a b.txt' '${link}'`,
    `curl --fail --output './-n' '${link}'`,
  ])
})
