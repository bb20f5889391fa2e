import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { generatePassword } from '../../domain/generate-password.ts'
import type { AccountStep } from '../../openapi/schema.ts'
import { weaknessOf } from '../../server/auth/password-weakness.ts'
import { main } from '../../server/cli.ts'
import { runCheck } from '../../server/maintenance/check.ts'
import { makeFirstUser } from '../../server/start/store.ts'
import { tokenIn } from '../support/mail.ts'
import { type Answer, configOf, owner, problem } from './support/console.ts'
import { makePeople, password } from './support/people.ts'
import { request } from './support/requests.ts'
import { shared, sharedConsole, sharedMail } from './support/with-console.ts'

describe('a password that keeps the rules', () => {
  const known = ['Kho', 'Nguyễn Văn An', 'Công ty Hoa Sen', 'an.nguyen1990@vuonxanh.com.vn']

  test.each([
    ...['Password1!', 'P@$$w0rd1', 'PASSWORD@123a', 'Qwerty123!', 'Abc@12345', 'Iloveyou1!', 'Drowssap1!'],
    // Of consoles and of Vietnamese people.
    ...['Admin@123', 'Welcome@2026', 'Matkhau@123', 'Mậtkhẩu#1', 'M@tkh4u#1', 'Anhyêuem@1', 'HàNội@2026'],
  ])('is refused as a common one: %s [V6.2.4, V6.2.12]', async weak => {
    expect(await weaknessOf(weak, known)).toBe('password-common')
  })

  test.each([
    ['the name', 'NguyenVanAn#1', 'Nguyễn@2026', 'An.Nguyễn#1', 'VĂN-AN#2026', 'Nguy3n!V@n'],
    ['the address', 'Nguyen1990!', 'Vuonxanh@2026', 'Vu0nx4nh#1', 'an.nguyen1990@vuonxanh.com.vnA1'],
    ['the account', 'HoaSen@2026', 'H0@s3n#26', 'CongTyHoaSen#1'],
    ['the brand', 'Kho#2026', 'Kho!Kho1'],
  ])('is refused where it is little more than %s: %s, %s … [V6.2.11]', async (_, ...weak) => {
    expect(await Promise.all(weak.map(each => weaknessOf(each, known)))).toEqual(
      weak.map(() => 'password-personal'),
    )
  })

  test.each(['Tet-2026', 'Aaaaaaa1!', 'Aa1!Aa1!Aa1!', `Aa1!${'x'.repeat(124)}`])(
    'is refused where it is short and regular: %s',
    async weak => expect(await weaknessOf(weak, known)).not.toBe(null),
  )

  test.each([
    ...['Xk7!mQ2p', 'Tr0ub4dor&3', 'Con-meo-den-9', 'Nguyen-Xk7!mQ2p', 'Hạ#2026 ở Huế', 'Δελφοί-7 Ωδή'],
    // What is weak at one end is not at the other.
    `${'Password1!'.repeat(4)}kZ8#qW2!xR5&pL9?`,
    `kZ8#qW2!xR5&pL9?${'Password1!'.repeat(11)}`,
  ])('is taken where it is neither: %s', async strong => expect(await weaknessOf(strong, known)).toBe(null))

  test('is always taken when it was generated', async () => {
    for (let each = 0; each < 300; each++) expect(await weaknessOf(generatePassword(), known)).toBe(null)
  })
})

describe('wherever a new password is set', () => {
  const mail = sharedMail()
  const console = sharedConsole(() => ({ KHO_SMTP_URL: mail.url, KHO_BRAND_NAME: 'Mây Xanh' }))
  const people = shared(() => makePeople(console))
  const admin = async () => people.visit(await people.superAdmin(), { confirmed: true })
  const newOwner = (name: string) => people.owner(name)

  async function mailed(to: string, page: Parameters<typeof tokenIn>[1]): Promise<string> {
    await console.kho.services.mails.run()
    return tokenIn(await mail.next(to), page)
  }

  /** What sets a password for somebody new, whose address is that of the way's `email`. */
  const ways: Record<
    string,
    { field: string; way: (email: string) => Promise<(word: string) => Promise<Answer>> }
  > = {
    'the first one, and in the profile': {
      field: 'new_password',
      async way(email) {
        const visitor = await people.visit(await newOwner(email.split('@')[0]!))
        return word =>
          request(visitor, 'changePassword', { body: { current_password: password, new_password: word } })
      },
    },
    'by the link of a reset': {
      field: 'new_password',
      async way(email) {
        await newOwner(email.split('@')[0]!)
        await request(console.visitor(), 'requestResetPassword', { body: { email } })
        const token = await mailed(email, 'reset-password')
        return word => request(console.visitor(), 'resetPassword', { body: { token, new_password: word } })
      },
    },
    'by an invitation': {
      field: 'new_password',
      async way(email) {
        await request(await admin(), 'createSubUser', { body: { email, password: undefined } })
        const token = await mailed(email, 'invitation')
        return word => request(console.visitor(), 'resetPassword', { body: { token, new_password: word } })
      },
    },
    'by the link that undoes a change of the address': {
      field: 'new_password',
      async way(email) {
        const visitor = await people.visit(await newOwner(email.split('@')[0]!), { confirmed: true })
        const next = `x-${email}`
        await request(visitor, 'requestEmailChange', { body: { email: next } })
        const body = { token: await mailed(next, 'confirm-email'), password }
        await request(console.visitor(), 'changeEmail', { body })
        const token = await mailed(email, 'undo-email')
        return word => request(console.visitor(), 'undoEmailChange', { body: { token, new_password: word } })
      },
    },
    'of a sub-user by hand': {
      field: 'password',
      async way(email) {
        const visitor = await admin()
        return word => request(visitor, 'createSubUser', { body: { email, password: word } })
      },
    },
    'of a sub-user by the other path': {
      field: 'password',
      async way(email) {
        const visitor = await admin()
        return word => request(visitor, 'createUser', { body: { email, password: word } })
      },
    },
    'of the owner of a new account': {
      field: 'password',
      async way(email) {
        const visitor = await admin()
        return word => request(visitor, 'createAccount', { body: { owner_email: email, password: word } })
      },
    },
  }

  test.each(Object.entries(ways))('%s [V6.2.4, V6.2.11, V6.2.12]', async (name, { field, way }) => {
    const local = `tieuthu${Object.keys(ways).indexOf(name)}`
    const set = await way(`${local}@example.com`)
    const refusals = [
      ['Password@123', 'password-common'],
      [`${local.replace('t', 'T')}@2026`, 'password-personal'],
      ['MâyXanh@2026', 'password-personal'],
      ['Aa1!Aa1!Aa1!', 'password-guessable'],
    ] as const
    for (const [word, message] of refusals)
      expect([word, problem(await set(word))]).toEqual([
        word,
        { status: 400, code: 'INVALID_REQUEST', fields: [{ field, message }] },
      ])
    expect((await set('Vuon-tao#7')).status).toBeLessThan(300)
  })

  test('by kho apply, which makes nobody with it', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'kho-weak-'))
    onTestFinished(() => rmSync(dir, { recursive: true }))
    const file = join(dir, 'customer.json')
    async function apply(ownerWord: string, word: string) {
      const description = {
        account: { contract_code: 'HD-7', name: 'Khách hàng', quota: null },
        owner: { email: 'chu@example.com', name: 'Nguyễn Văn An', password: ownerWord },
        sub_users: [
          { email: 'binh@example.com', name: 'Bình', password: word, permission: 'read', scope: null },
        ],
      }
      writeFileSync(file, JSON.stringify(description))
      const out: string[] = []
      const say = (line: unknown) => void out.push(`${line}`)
      await main(['apply', file, '--json'], { KHO_DATA_DIR: console.dataDir }, { log: say, error: say })
      return out
        .filter(line => line.startsWith('{'))
        .map(line => JSON.parse(line) as AccountStep)
        .map(({ kind, state, detail }) => [kind, state, ...(detail?.match(/\S+: \S+/) ?? [])].join(' '))
    }
    expect(await apply('Password@123', password)).toEqual(['account failed password: password-common'])
    expect(await apply(password, 'Binh@2026')).toEqual([
      'account created',
      'sub-user failed password: password-personal',
    ])
    expect(await apply(password, password)).toEqual(['account unchanged', 'sub-user created'])
  })

  test('by KHO_ADMIN_PASSWORD, at the first start alone', async () => {
    const admin = { KHO_ADMIN_EMAIL: 'vuonxanh@example.com', KHO_ADMIN_PASSWORD: 'Vuonxanh@2026' }
    const dir = mkdtempSync(join(tmpdir(), 'kho-weak-'))
    onTestFinished(() => rmSync(dir, { recursive: true }))
    const sentence = 'KHO_ADMIN_PASSWORD is refused. Too easy to guess: close to a name or email address.'
    const env = { ...admin, KHO_DATA_DIR: dir, KHO_PORT: '0', KHO_S3_PORT: '0', KHO_DISK_RESERVE: '0' }
    const out: string[] = []
    const say = (line: unknown) => void out.push(`${line}`)
    expect([await main([], env, { log: say, error: say }), out]).toEqual([
      1,
      [`Kho did not start: ${sentence}`],
    ])
    const said: string[] = []
    expect(await runCheck(configOf(admin), line => said.push(line))).toBe(false)
    expect(said).toContain(sentence)
    const { db, hashSecret, brand } = console.kho.services
    const weak = { email: owner.username, password: 'Password@123' }
    expect(await makeFirstUser({ db, hashSecret, brand }, weak, 0)).toBe(null)
  })
})
