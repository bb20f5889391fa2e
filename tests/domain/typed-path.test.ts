import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keyIssue } from '../../domain/object-key.ts'
import { typedPath } from '../../domain/typed-path.ts'

const site = { origin: 'https://kho.example', basePath: '' }
const below = { origin: 'https://kho.example', basePath: '/kho' }

/** The readings of a text, as `bucket: key`. */
const read = (text: string, at = site) => {
  const path = typedPath(text, at)
  return path?.kind === 'places' ? path.readings.map(({ bucket, key }) => `${bucket}: ${key}`) : path
}

describe('A typed path', () => {
  test.each([
    ['anh/', ['anh: ']],
    ['anh/Tết/a b.jpg', ['anh: Tết/a b.jpg']],
    ['/anh/Tết/', ['anh: Tết/']],
    ['s3://anh', ['anh: ']],
    ['S3://anh/a/b', ['anh: a/b']],
    ['arn:aws:s3:::anh/a/b', ['anh: a/b']],
    ['anh//a', ['anh: /a']],
  ])('%s', (text, readings) => expect(read(text)).toEqual(readings))

  test.each([
    ['  "s3://anh/a b" \n', ['anh: a b']],
    ['“s3://anh/a”', ['anh: a']],
    ['<s3://anh/a>', ['anh: a']],
    [' anh/a ', [' anh: a ', 'anh: a']],
    ["'anh/a'", ["'anh: a'", 'anh: a']],
  ])('is read without the quotes and spaces of %j', (text, readings) => expect(read(text)).toEqual(readings))

  test('with percent escapes may be meant as it is, or without them', () => {
    expect(read('anh/50%25.txt')).toEqual(['anh: 50%25.txt', 'anh: 50%.txt'])
    expect(read('s3://anh/T%E1%BA%BFt/')).toEqual(['anh: T%E1%BA%BFt/', 'anh: Tết/'])
    expect(read('anh/100%')).toEqual(['anh: 100%'])
  })

  test('may be an address of the storage, path style or host style, signed or not', () => {
    expect(read('http://localhost:9000/anh/T%E1%BA%BFt/a%20b.jpg?X-Amz-Signature=1#x')).toEqual([
      'anh: Tết/a b.jpg',
    ])
    expect(read('https://anh.cu.s3.example/a/b')).toEqual([
      ...['a: b', 'anh: a/b', 'anh.cu: a/b', 'anh.cu.s3: a/b'],
    ])
    expect(read('https://anh.s3.example')).toEqual(['anh: ', 'anh.s3: '])
  })

  test('may be an address of this console, also below a base path', () => {
    const address = '/bucket-management/anh/~../a%2Fb?preview=c#d'
    expect(typedPath(`"https://kho.example${address}"`, site)).toEqual({ kind: 'address', address })
    expect(typedPath(`https://kho.example/kho${address}`, below)).toEqual({ kind: 'address', address })
    expect(typedPath('https://kho.example/kho', below)).toEqual({ kind: 'address', address: '/' })
    expect(typedPath('https://kho.example', site)).toEqual({ kind: 'address', address: '/' })
    expect(typedPath('/security/keys', site)).toEqual({ kind: 'address', address: '/security/keys' })
  })

  test('on the host of the console but not below its base path is the storage’s; another host is never followed', () => {
    expect(read('https://kho.example/anh/a', below)).toEqual(['anh: a', 'kho: anh/a'])
    expect(read('https://kho.example/khoanh/a', below)).toEqual(['khoanh: a', 'kho: khoanh/a'])
    expect(read('https://kho.example//evil.example/a')).toEqual(['kho: /evil.example/a'])
    expect(read('https://kho.example.evil.example/anh/a')?.toString()).toContain('anh: a')
  })

  test.each([
    '',
    ' ',
    'anh',
    'báo cáo',
    '//',
    '/',
    'ftp://anh/a',
    'javascript://anh/a',
    `anh/${'a'.repeat(5000)}`,
  ])('is not %j', text => expect(typedPath(text, site)).toBeNull())
})

const anyKey = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
    fc.string({ unit: fc.constantFrom(...'/.~%"\' \n+?#ẹ́đ'), minLength: 1, maxLength: 40 }),
  )
  .filter(key => keyIssue(key) === null)
const anyBucket = fc.stringMatching(/^[a-z0-9][a-z0-9.-]{1,30}[a-z0-9]$/)

test('a path has its key among its readings, whatever the key, however it is written', () => {
  fc.assert(
    fc.property(anyBucket, anyKey, (bucket, key) => {
      const escaped = key.split('/').map(encodeURIComponent).join('/')
      for (const text of [
        `${bucket}/${key}`,
        `s3://${bucket}/${escaped}`,
        `http://localhost:9000/${bucket}/${escaped}`,
        `https://${bucket}.s3.example/${escaped}?versionId=1`,
      ]) {
        const path = typedPath(text, site)
        expect(path?.kind === 'places' && path.readings, text).toContainEqual({ bucket, key })
      }
    }),
  )
})

test('whatever is pasted, up to 5,000 characters of anything, gives an address of this console, possible keys or nothing', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 1500 }),
    fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 1500 })
      .map(all => String.fromCharCode(...all)),
    fc
      .array(
        fc.constantFrom(
          'https://kho.example',
          '/',
          '//',
          '%',
          '%2e%2e',
          '"',
          '.',
          ':',
          '@',
          's3://',
          '\ud800',
          '\0',
        ),
        { maxLength: 1500 },
      )
      .map(all => all.join('')),
  )
  fc.assert(
    fc.property(anything, text => {
      const path = typedPath(text, site)
      if (path === null) return
      if (path.kind === 'address') expect(path.address).toMatch(/^\/(?!\/)/)
      else
        for (const { bucket, key } of path.readings) {
          expect(bucket).not.toBe('')
          expect(key === '' || keyIssue(key) === null).toBe(true)
        }
    }),
  )
})
