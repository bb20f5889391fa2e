import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Postgres, startPostgres } from '../support/postgres.ts'
import { owner, problem, startConsole, type TestConsole, Visitor } from './support/console.ts'

let missing: string | null = null
let postgres: Postgres | null = null
let consoles: TestConsole[] = []

beforeAll(async () => {
  const found = await startPostgres()
  if ('missing' in found) {
    missing = found.missing
    return
  }
  postgres = found
  const env = { KHO_DATABASE_URL: await found.database(), KHO_SECRET: 's'.repeat(32) }
  consoles = await Promise.all([startConsole(env), startConsole(env), startConsole(env)])
})
afterAll(async () => {
  await Promise.all(consoles.map(console => console.stop()))
  await postgres?.stop()
})
beforeEach(context => {
  if (missing !== null) context.skip(missing)
})

/** The same browser at another process; both stand behind one address for real. */
function at(console: TestConsole, visitor: Visitor): Visitor {
  const same = new Visitor(console.url)
  same.cookie = visitor.cookie
  same.refreshToken = visitor.refreshToken
  return same
}

test('processes that start at once on one PostgreSQL make one first user', async () => {
  expect(consoles.map(console => console.kho.firstUser).filter(user => user !== null).length).toBe(1)
  const { db } = consoles[0]!.kho.services
  expect(await db.selectFrom('users').select('email').execute()).toEqual([{ email: owner.username }])
})

test('a session counts at every process, and signing out ends it at all', async () => {
  const [first, second, third] = consoles as [TestConsole, TestConsole, TestConsole]
  const visitor = await first.signedIn()
  const elsewhere = at(second, visitor)
  expect((await elsewhere.call('GET', '/user')).status).toBe(200)
  expect((await elsewhere.refresh()).status).toBe(200)
  expect(problem(await at(third, visitor).refresh())).toEqual({ status: 401, code: 'INVALID_TOKEN' })
  expect(problem(await elsewhere.call('GET', '/user'))).toEqual({ status: 401, code: 'UNAUTHORIZED' })
  const again = await first.signedIn()
  expect((await at(third, again).call('POST', '/auth/logout')).status).toBe(204)
  expect(problem(await again.call('GET', '/user'))).toEqual({ status: 401, code: 'UNAUTHORIZED' })
})

test('guesses at several processes at once share one limit', async () => {
  const guesses = Array.from({ length: 30 }, (_, i) =>
    consoles[i % consoles.length]!.visitor().signIn({ ...owner, password: `guess ${i}` }),
  )
  const codes = (await Promise.all(guesses)).map(answer => problem(answer).code)
  expect(codes.filter(code => code === 'INVALID_CREDENTIALS').length).toBe(10)
})
