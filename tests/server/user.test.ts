import { expect, test } from 'vitest'
import type { OperationId } from '../../domain/permissions.ts'
import { needs } from '../../openapi/schema.ts'
import { readContract } from '../../server/contract/document.ts'
import { owner, problem } from './support/console.ts'
import { ownConsole, restoredConsole } from './support/with-console.ts'

const console = restoredConsole()

const change = { current_password: owner.password, new_password: 'Vuon-tao#2' }

async function requireChange() {
  await console.kho.services.db.updateTable('users').set({ require_change_pass: 1 }).execute()
}

test('who must change the password may do that, sign out, and nothing else [V6.4.1]', async () => {
  await requireChange()
  const visitor = await console.signedIn()
  expect((await visitor.call('GET', '/user/check-require-change-password')).body).toEqual({
    require_change_pass: true,
  })
  for (const operation of readContract().operations) {
    if (needs[operation.id as OperationId] === 'session' || operation.security.length === 0) continue
    if (operation.id === 'refreshToken') continue
    const answer = await visitor.call(operation.method, operation.path)
    expect([operation.id, problem(answer)]).toEqual([
      operation.id,
      { status: 403, code: 'PASSWORD_CHANGE_REQUIRED' },
    ])
  }
  expect((await visitor.call('PUT', '/user/change-password', change)).status).toBe(204)
  expect((await visitor.call('GET', '/bucket')).status).toBe(200)
  expect((await visitor.call('GET', '/user/check-require-change-password')).body).toEqual({
    require_change_pass: false,
  })
})

test('a changed password ends the other sessions, not this one [V6.2.2, V7.4.3]', async () => {
  const here = await console.signedIn()
  const elsewhere = await console.signedIn()
  expect((await here.call('PUT', '/user/change-password', change)).status).toBe(204)
  expect((await here.call('GET', '/user')).status).toBe(200)
  expect((await here.refresh()).status).toBe(200)
  expect(problem(await elsewhere.call('GET', '/user')).code).toBe('UNAUTHORIZED')
  expect(problem(await elsewhere.refresh()).code).toBe('UNAUTHORIZED')
  expect(problem(await console.visitor().signIn(owner)).code).toBe('INVALID_CREDENTIALS')
  expect((await console.visitor().signIn({ ...owner, password: change.new_password })).status).toBe(200)
})

test('the old password is refused as the new one, and tried ten times at most', async () => {
  const visitor = await console.signedIn()
  const same = { ...change, new_password: owner.password }
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => visitor.call('PUT', '/user/change-password', same)),
  )
  const codes = answers.map(answer => problem(answer).code).sort()
  expect(codes).toEqual([...Array(10).fill('PASSWORD_REUSED'), ...Array(2).fill('TOO_MANY_REQUESTS')])
})

test('a new password must follow the rule [V6.2.1]', async () => {
  const visitor = await console.signedIn()
  const answer = await visitor.call('PUT', '/user/change-password', { ...change, new_password: 'password' })
  expect(problem(answer)).toEqual({
    status: 400,
    code: 'INVALID_REQUEST',
    fields: [{ field: 'new_password', message: 'password-rule' }],
  })
})

test('ten wrong current passwords, and even the right one must wait [V6.2.3]', async () => {
  const visitor = await console.signedIn()
  const wrong = { ...change, current_password: 'wrong' }
  for (let i = 0; i < 10; i++) {
    const answer = await visitor.call('PUT', '/user/change-password', wrong)
    expect(problem(answer)).toEqual({ status: 400, code: 'CURRENT_PASSWORD_INCORRECT' })
  }
  const refused = await visitor.call('PUT', '/user/change-password', change)
  expect(problem(refused)).toEqual({ status: 429, code: 'TOO_MANY_REQUESTS', retry_after: 900 })
})

test('a pin is set once, and kept as a hash [V11.4.2]', async () => {
  const real = await ownConsole({}, { hashCost: undefined })
  const visitor = await real.signedIn()
  expect((await visitor.call('GET', '/user/check-pin-exists')).body).toEqual({ pin_exists: false })
  expect((await visitor.call('PUT', '/user/init-pin', { pin: '2580' })).status).toBe(204)
  expect((await visitor.call('GET', '/user/check-pin-exists')).body).toEqual({ pin_exists: true })
  expect(problem(await visitor.call('PUT', '/user/init-pin', { pin: '1111' }))).toEqual({
    status: 409,
    code: 'PIN_EXISTS',
  })
  const { pin_hash } = await real.kho.services.db
    .selectFrom('users')
    .select('pin_hash')
    .executeTakeFirstOrThrow()
  expect(pin_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('of two first pins at once, one is set', async () => {
  const visitor = await console.signedIn()
  const answers = await Promise.all(
    ['1111', '2222'].map(pin => visitor.call('PUT', '/user/init-pin', { pin })),
  )
  expect(answers.map(answer => answer.status).sort()).toEqual([204, 409])
})

test('a short pin is refused', async () => {
  const visitor = await console.signedIn()
  expect(problem(await visitor.call('PUT', '/user/init-pin', { pin: '123' }))).toEqual({
    status: 400,
    code: 'INVALID_REQUEST',
    fields: [{ field: 'pin', message: 'pin-too-short' }],
  })
})
