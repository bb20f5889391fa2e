import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { describe, expect, it, test } from 'vitest'
import { bucketNameRules } from '../../domain/bucket-name.ts'
import { bucketDeletionOf, confirmationOf } from '../../domain/confirmation.ts'
import { emailChange, ownerChange } from '../../domain/email-change.ts'
import type { FolderNameIssue, Issue } from '../../domain/issue.ts'
import { issueLimits } from '../../domain/limits.ts'
import { bucketLockForm, fileLockForm } from '../../domain/object-lock.ts'
import { languages, locales, mails, staticTexts } from '../../languages/languages.ts'
import { allTexts } from '../../languages/screen-texts.ts'
import { catalogue } from '../../openapi/schema.ts'
import { errorText, issueText } from '../../src/i18n/error-text.ts'
import { textOf } from '../../src/i18n/text.ts'
import { wrongWords } from '../support/words.ts'

const textsOf = async (locale: (typeof locales)[number]) => {
  const loaded = await Promise.all(allTexts.map(part => part[locale]()))
  const parts = loaded.map(({ messages }) => messages as Record<string, string>)
  return { locale, parts, all: Object.assign({}, ...parts) as Record<string, string> }
}
const everyLanguage = await Promise.all(locales.map(textsOf))
const english = everyLanguage.find(({ locale }) => locale === 'en')!
const en = english.all
const vi = everyLanguage.find(({ locale }) => locale === 'vi')!.all

const confirmationMethods = ['pin', 'two-step'] as const
const modules: Record<string, object>[] = Object.values(
  import.meta.glob('../../domain/*.ts', { eager: true }),
)
const sources: Record<string, string> = import.meta.glob(
  ['../../{src,flows,machines,domain,server}/**/*.{ts,tsx}', '../../languages/*.ts'],
  { eager: true, query: '?raw', import: 'default' },
)
const exported = Object.assign({}, ...modules) as Record<string, unknown>
const nameIssues: Record<FolderNameIssue, true> = {
  required: true,
  'folder-name-slash': true,
  'folder-name-dots': true,
  'folder-name-spaces': true,
  'folder-name-hidden': true,
  'folder-name-too-long': true,
  'key-too-long': true,
  'key-not-unicode': true,
}

/** The messages of a valibot schema or action, of its parts too. */
function messagesOf(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return []
  const { message } = part as { message?: unknown }
  return [...(typeof message === 'string' ? [message] : []), ...Object.values(part).flatMap(messagesOf)]
}

/** Every issue that the rules of domain/ can find. */
const domainIssues = [
  ...new Set([
    ...Object.values(exported).flatMap(messagesOf),
    ...confirmationMethods.flatMap(method => messagesOf([confirmationOf(method), bucketDeletionOf(method)])),
    ...messagesOf([emailChange(''), ownerChange('')]),
    ...messagesOf([bucketLockForm({ enabled: true, mode: null }), fileLockForm({ mode: null, until: null })]),
    ...bucketNameRules('').map(rule => rule.issue),
    ...Object.keys(nameIssues),
  ]),
]

/** The places of a message, by name: Vietnamese nouns have no plural, so the kind may differ. */
function places(elements: MessageFormatElement[]): string[] {
  return elements.flatMap(element => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return []
    // English says "the console" in more places.
    const own = element.value === 'brand' ? [] : [element.value]
    if (element.type === TYPE.plural || element.type === TYPE.select) {
      return [...own, ...Object.values(element.options).flatMap(option => places(option.value))]
    }
    return element.type === TYPE.tag ? [...own, ...places(element.children)] : own
  })
}
const placesOf = (text: string) => [...new Set(places(parse(text)))].sort()

describe('the catalogues', () => {
  it.each(everyLanguage)('have the same messages in $locale, each part', ({ parts }) => {
    const idsOf = (each: Record<string, string>[]) => each.map(part => Object.keys(part).sort())
    expect(idsOf(parts)).toEqual(idsOf(english.parts))
  })

  it('have no empty message and no message twice', () => {
    const texts = everyLanguage.flatMap(({ all }) => Object.values(all))
    expect(texts.filter(text => text.trim() === '')).toEqual([])
    expect(english.parts.flatMap(part => Object.keys(part))).toHaveLength(Object.keys(en).length)
  })

  it.each(everyLanguage)('have the same places in each message in $locale', ({ all }) => {
    const of = (messages: Record<string, string>) =>
      Object.fromEntries(Object.entries(messages).map(([id, text]) => [id, placesOf(text)]))
    expect(of(all)).toEqual(of(en))
  })

  it.each(everyLanguage)('name the product by its place only in $locale', ({ locale, all }) => {
    // "Kho lưu trữ" is a store.
    const named = textsIn([all, mails[locale], staticTexts[locale]]).filter(text =>
      /\bKho\b(?! lưu)/.test(text),
    )
    expect(named).toEqual([])
  })

  it('have no message that nothing shows', () => {
    const code = Object.values(sources).join('\n')
    const named = new Set(code.match(/(?<=['"])[\w.-]+(?=['"])/g))
    // A name that is put together: `sharing.${to}.title`.
    const made = code.match(/`\w[\w.-]*(?:\$\{[^}`]*\}[\w.-]*)+`/g)!.filter(each => each.includes('.'))
    const shapes = made.map(
      each =>
        new RegExp(
          `^${each
            .slice(1, -1)
            .replaceAll('.', '\\.')
            .replace(/\$\{.*?\}/g, '.+')}$`,
        ),
    )
    const unused = Object.keys(en).filter(id => !named.has(id) && !shapes.some(shape => shape.test(id)))
    expect(unused).toEqual([])
  })

  it('write Vietnamese composed (NFC), as keyboards do', () => {
    expect(Object.values(vi).filter(text => text !== text.normalize('NFC'))).toEqual([])
  })
})

it('the issues are looked for in all that domain/ exports', () => {
  const makers = Object.entries(exported).filter(
    ([name, value]) => name !== 'object' && /\.(object|pipe)\(/.test(String(value)),
  )
  expect(makers.map(([name]) => name).sort()).toEqual([
    'bucketDeletionOf',
    'bucketLockForm',
    'confirmationOf',
    'emailChange',
    'fileLockForm',
    'ownerChange',
  ])
  expect(domainIssues).toEqual(expect.arrayContaining(['email-twice', 'pin-not-match', 'confirm']))
})

/** All texts in a value, but those that functions make. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

describe('the words', () => {
  it.each(everyLanguage)(
    'are the same for the same thing in $locale, and American in English',
    ({ locale, all }) => {
      const texts = textsIn([all, mails[locale], staticTexts[locale], languages[locale].consoleWarning])
      const found = wrongWords[locale].flatMap(([wrong, instead]) =>
        texts.filter(text => wrong.test(text)).map(text => [text, instead]),
      )
      expect(found).toEqual([])
    },
  )

  const others = (fixed: string[], wrong: RegExp) =>
    Object.entries(en).filter(([id, text]) => !fixed.includes(id) && wrong.test(text))

  it('say PIN, except where the specification has the sentence', () => {
    const fixed = [
      'issue.pin-not-match',
      'error.PIN_INCORRECT',
      'error.PIN_MISMATCH',
      'security.toast.pinChanged',
    ]
    expect(others(fixed, /\b[Pp]in\b/)).toEqual([])
  })

  it('say sign out beside sign in, except where the specification has the label', () => {
    expect(others(['shell.logout'], /\blog(ged)? ?out\b/i)).toEqual([])
  })

  it('call an API client the same everywhere, and no authenticator so', () => {
    const named = (id: string) => /^(clients|security\.tab\.api)/.test(id)
    expect(Object.entries(vi).filter(([id, text]) => named(id) && /ứng dụng/i.test(text))).toEqual([])
    expect(vi['security.keysLink']).toBe(vi['security.tab.keys'])
  })
})

describe.each(everyLanguage)('in $locale', ({ locale, all }) => {
  const t = textOf(locale, all)

  it('every error code has a sentence', () => {
    const codes = [...Object.keys(catalogue), 'NETWORK'] as (keyof typeof catalogue)[]
    expect(codes.filter(code => errorText(t, { code }) === `error.${code}`)).toEqual([])
  })

  it('every issue of the domain rules has a sentence', () => {
    expect(domainIssues.filter(issue => issueText(t, issue as Issue) === `issue.${issue}`)).toEqual([])
  })
})

test('issues tell their limits in every language', () => {
  const told = everyLanguage.map(({ all }) =>
    Object.keys(all).filter(id => id.startsWith('issue.') && all[id]!.includes('{limit')),
  )
  const limited = Object.keys(issueLimits).map(id => `issue.${id}`)
  expect(told.map(ids => ids.sort())).toEqual(locales.map(() => limited.sort()))
  expect(issueText(textOf('en', en), 'key-too-long')).toMatch(/at most 1,024 bytes$/)
  expect(issueText(textOf('vi', vi), 'key-too-long')).toMatch(/tối đa 1.024 byte$/)
})

describe('what the server says of buckets, and what the user reads', () => {
  it.each([
    ['BUCKET_NOT_EMPTY', 'Bucket not empty!', 'Bucket not empty. Please check again!'],
    ['BUCKET_EXISTS', 'Bucket exists.', 'Bucket name had use by other user!'],
    ['ACCESS_DENIED', 'AccessDenied', 'You do not have permission for this action.'],
    [
      'PERMISSION_DENIED',
      'You do not have permission for this action.',
      'You do not have permission for this action.',
    ],
    ['PIN_INCORRECT', 'Incorrect password!', 'Incorrect pin or code'],
    ['CONFIRM_REQUIRED', 'Please confirm!', 'Please confirm!'],
    ['NAME_MISMATCH', 'Not match', 'Not match'],
    ['NOT_ENOUGH_STORAGE', 'Not enough storage space!', 'Not enough storage space!'],
  ] as const)('%s: %s is shown as %s', (code, detail, text) => {
    expect(catalogue[code].detail).toBe(detail)
    expect(errorText(textOf('en', en), { code })).toBe(text)
  })

  it.each([
    ['the entry of the drawer', 'shell.menu./bucket-management', 'Buckets'],
    ['a new bucket', 'buckets.created.toast', 'Create successful!'],
    ['a deleted bucket', 'buckets.deleted.toast', 'Delete successful!'],
    ['a changed setting', 'bucket.saved', 'Update Successful!'],
    ['files dropped on the list of buckets', 'buckets.dropFirst', 'Please go to a bucket first!'],
    ['a wrong name while it is typed', 'issue.wrong-name', 'Wrong name, please check again'],
    ['a wrong name that was sent', 'issue.not-match', 'Not match'],
  ] as const)('%s: %s, %s', (_what, id, text) => expect(en[id]).toBe(text))
})

it('writes counts with the separators of the language', () => {
  const many = { count: 12_345, size: '1 GB' }
  const ids = ['files.selected', 'files.items', 'files.itemsAndSize', 'files.deleteFiles'] as const
  const written = (locale: 'en' | 'vi', messages: Record<string, string>) =>
    ids.map(id => textOf(locale, messages)(id, many))
  expect([...written('en', en), ...written('vi', vi)]).toEqual([
    '12,345 selected',
    '12,345 items',
    '12,345 items, 1 GB',
    '12,345 files',
    'Đã chọn 12.345',
    '12.345 mục',
    '12.345 mục, 1 GB',
    '12.345 tệp',
  ])
})

it('says how long to wait in the user’s language', () => {
  const inEnglish = textOf('en', en)
  const vietnamese = textOf('vi', vi)
  const after = (retryAfterMs: number) => ({ code: 'TOO_MANY_REQUESTS', retryAfterMs }) as const
  expect([
    errorText(inEnglish, after(1000)),
    errorText(inEnglish, after(29_400)),
    errorText(inEnglish, after(300_000)),
    errorText(vietnamese, after(30_000)),
  ]).toEqual([
    'Too many attempts. Try again in 1 second.',
    'Too many attempts. Try again in 30 seconds.',
    'Too many attempts. Try again in 5 minutes.',
    'Bạn đã thử quá nhiều lần. Hãy thử lại sau 30 giây.',
  ])
})

it('says of a wrong field what the specification says', () => {
  const ids = [
    'issue.sub-user-email',
    'issue.not-match',
    'issue.phone-invalid',
    'error.USER_TAKEN',
    'error.EMAIL_TAKEN',
  ] as const
  expect([en, vi].map(texts => ids.map(id => texts[id]))).toEqual([
    [
      'Must be a valid email',
      'Not match',
      'Phone number is not valid',
      'This member already exists!',
      'Email taken!',
    ],
    [
      'Phải là email hợp lệ',
      'Không khớp',
      'Số điện thoại không hợp lệ',
      'Thành viên này đã tồn tại!',
      'Email đã được sử dụng!',
    ],
  ])
})
