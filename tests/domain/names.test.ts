import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { bucketName } from '../../domain/bucket-name.ts'
import { credentialsIssues } from '../../domain/credentials.ts'
import {
  breadcrumb,
  deletedKeys,
  folderNameIssue,
  keyIssue,
  nameOf,
  newFolderIssue,
} from '../../domain/object-key.ts'
import { newPassword, passwordChange } from '../../domain/password.ts'
import { pinSetUp } from '../../domain/pin.ts'

type Schema = Parameters<typeof v.safeParse>[0]
const issues = (schema: Schema, value: unknown) =>
  v.safeParse(schema, value).issues?.map(issue => issue.message) ?? []

describe('Bucket name', () => {
  test.each(['abc', 'a'.repeat(63), 'anh-gia-dinh', '2026.tet', '1.2.3', '0-0'])('%s is allowed', name => {
    expect(issues(bucketName, name)).toEqual([])
  })

  test.each([
    ['Required', 'required', ['']],
    ['3 to 63 characters', 'bucket-name-length', ['ab', 'a'.repeat(64)]],
    ['lowercase letters, digits, hyphens and periods only', 'bucket-name-characters', ['Abc', 'ảnh', 'a_b']],
    [
      'each label starts and ends with a lowercase letter or digit',
      'bucket-name-labels',
      ['-abc', 'abc-', 'a..b', 'a.-b'],
    ],
    ['not in the form of an IP address', 'bucket-name-address', ['192.168.0.1']],
  ])('%s', (_rule, issue, names) => {
    for (const name of names) expect([name, issues(bucketName, name)[0]]).toEqual([name, issue])
  })
})

describe('passwords', () => {
  test.each(['Abcdef1!', 'Ấm áp 1!', 'ÀÁàá1234 '])('%s is allowed', password => {
    expect(issues(newPassword, password)).toEqual([])
  })

  test.each(['Abcde1!', 'abcdef1!', 'ABCDEF1!', 'Abcdefg!', 'Abcdefg1'])(
    '%s is refused [V6.2.1, V6.2.5]',
    password => {
      expect(issues(newPassword, password)).toEqual(['password-rule'])
    },
  )

  test('have up to 128 characters [V6.2.9]', () => {
    expect(issues(newPassword, `Ab1! ${'x'.repeat(123)}`)).toEqual([])
    expect(issues(newPassword, `Ab1! ${'x'.repeat(124)}`)).toEqual(['password-too-long'])
  })

  test('a change must repeat the new one and differ from the old', () => {
    const change = { current: 'Abcdef1!', next: 'Abcdef1!', confirm: 'Abcdef2!' }
    expect(issues(passwordChange, change)).toEqual(['not-match', 'password-reused'])
    expect(issues(passwordChange, { ...change, current: 'a', confirm: 'b' })).toEqual(['not-match'])
  })
})

test('a pin has 4 characters or more and is repeated', () => {
  expect(issues(pinSetUp, { pin: '123', confirm: '123' })).toEqual(['pin-too-short'])
  expect(issues(pinSetUp, { pin: '1234', confirm: '1235' })).toEqual(['pin-not-match'])
  expect(issues(pinSetUp, { pin: '1234', confirm: '1234' })).toEqual([])
})

test('sign-in asks for an e-mail and a password', () => {
  expect(credentialsIssues({ username: ' ', password: '' })).toEqual({
    username: 'required',
    password: 'required',
  })
  expect(credentialsIssues({ username: 'owner@', password: 'x'.repeat(129) })).toEqual({
    username: 'email-invalid',
    password: 'password-too-long',
  })
  expect(credentialsIssues({ username: ' owner@example.com ', password: 'x' })).toEqual({})
})

describe('keys', () => {
  test('are 1 to 1,024 bytes of UTF-8', () => {
    expect(keyIssue('')).toBe('required')
    expect(keyIssue('ế'.repeat(341))).toBe(null)
    expect(keyIssue('ế'.repeat(342))).toBe('key-too-long')
    expect(keyIssue('\ud800')).toBe('key-not-unicode')
    for (const key of ['/a', '..', 'a//b', 'a b%20+#?&', '🎋']) expect(keyIssue(key)).toBe(null)
  })

  test.each([
    ['', 'required'],
    ['  ', 'required'],
    ['\u00a0', 'required'],
    ['a/b', 'folder-name-slash'],
    ['.', 'folder-name-dots'],
    ['..', 'folder-name-dots'],
    [' a', 'folder-name-spaces'],
    ['a\u3000', 'folder-name-spaces'],
    ['a\u0000b', 'folder-name-hidden'],
    ['a\nb', 'folder-name-hidden'],
    ['a\u202egnp.exe', 'folder-name-hidden'],
    ['a\u200bb', 'folder-name-hidden'],
    ['ế'.repeat(86), 'folder-name-too-long'],
    ['ế'.repeat(342), 'key-too-long'],
    ['\ud800', 'key-not-unicode'],
  ])('no folder is called %j: %s', (name, issue) => {
    expect(folderNameIssue(name)).toBe(issue)
  })

  test.each(['ế'.repeat(85), 'Tết 2026', '...', '.git', 'a b', '👩‍👩‍👧', 'می‌خواهم', '~'])(
    'a folder is called %s',
    name => {
      expect(folderNameIssue(name)).toBe(null)
    },
  )

  test('a folder is made in one that could not be', () => {
    expect(newFolderIssue('../ /a/')).toBe(null)
    expect(newFolderIssue('a/../')).toBe('folder-name-dots')
    expect(newFolderIssue('a//')).toBe('required')
    expect(newFolderIssue('/')).toBe('required')
    expect(newFolderIssue(`${'a/'.repeat(511)}bbb/`)).toBe('key-too-long')
  })

  test('have a name and the folders above', () => {
    expect(nameOf('a/b.txt')).toBe('b.txt')
    expect(nameOf('a/b/')).toBe('b/')
    expect(nameOf('/')).toBe('/')
    expect(breadcrumb('')).toEqual([])
    expect(breadcrumb('/a//b/')).toEqual([
      { name: '', prefix: '/' },
      { name: 'a', prefix: '/a/' },
      { name: '', prefix: '/a//' },
      { name: 'b', prefix: '/a//b/' },
    ])
  })
})

test('a folder of which a file could not be deleted is not deleted', () => {
  const items = ['a/', 'c.txt', 'd/', 'f.txt'].map(
    key => ({ key, type: key.endsWith('/') ? 'folder' : 'file' }) as const,
  )
  expect(deletedKeys(items, [{ key: 'a/b.txt' }, { key: 'f.txt' }])).toEqual(new Set(['c.txt', 'd/']))
})
