import { CompiledQuery } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { csvCell } from '../../domain/csv.ts'
import type { AuditAction, AuditEntry } from '../../openapi/schema.ts'
import { auditCsv } from '../../server/audit/csv.ts'
import { makeBackground } from '../../server/background/runner.ts'
import { addPruning } from '../../server/expiry/pruning.ts'
import {
  type AuditFilter,
  type AuditRecord,
  addAudit,
  pruneAudit,
  readAudit,
} from '../../server/store/audit.ts'
import type { Database } from '../../server/store/open.ts'
import { problem, type Visitor } from './support/console.ts'
import { makePeople } from './support/people.ts'
import { onEachStore } from './support/stores.ts'
import { sharedConsole } from './support/with-console.ts'

const second = 1_800_000_000

const place = { address: '203.0.113.7', device: 'Chrome 142, Windows 11' }
const everything: AuditFilter = { accountId: null }

async function all<T>(entries: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const entry of entries) list.push(entry)
  return list
}

onEachStore((kind, open) => {
  let db: Database
  let sql: string[]
  let statements: CompiledQuery[]
  beforeEach(async context => {
    db = await open(context, ({ query }) => {
      sql?.push(query.sql)
      statements?.push(query)
    })
    sql = []
    statements = []
  })

  const add = (at: number, more: Partial<AuditRecord<AuditAction>> = {}) =>
    addAudit<AuditAction>(
      db,
      { account: null, user: 'a@example.com', action: 'SIGN_IN', ...place, ...more },
      at * 1000,
    )

  async function fill(count: number): Promise<void> {
    const rows = Array.from({ length: count }, (_, at) => ({
      id: ((second + at) * 1000).toString(16).padStart(12, '0') + '0'.repeat(16),
      at: second + at,
      account_id: null,
      account: '',
      user: `u${at}@example.com`,
      action: at % 2 ? ('SIGN_IN' as const) : ('SIGN_OUT' as const),
      target: '',
      detail: '',
      ...place,
    }))
    for (let at = 0; at < count; at += 500) {
      await db
        .insertInto('audit')
        .values(rows.slice(at, at + 500))
        .execute()
    }
  }

  test('gives what was recorded, the newest first', async () => {
    await add(second, { user: '', action: 'SUB_USER_EXPIRED', target: 'b@example.com' })
    const detail = { kind: 'names' as const, names: ['d', 'e'] }
    await add(second + 1, { account: { id: 'one', name: 'Kho nhà' }, target: 't', detail })
    const id = expect.stringMatching(/^[\da-f]{28}$/)
    expect(await all(readAudit(db, everything))).toEqual([
      {
        ...{ id, at: second + 1, account: 'Kho nhà', user: 'a@example.com', action: 'SIGN_IN' },
        ...{ target: 't', detail, ...place },
      },
      {
        ...{ id, at: second, account: '', user: '', action: 'SUB_USER_EXPIRED' },
        ...{ target: 'b@example.com', detail: '', ...place },
      },
    ])
  })

  test('keeps what no database would take as text, and no more than fits', async () => {
    const long = 'x'.repeat(1023)
    const names = [`${long}😀`, 'a\0b', ...Array<string>(1000).fill('c')]
    await add(second, { target: `${long}😀`, detail: { kind: 'deleted', count: 1002, names } })
    await add(second + 1, { detail: { kind: 'names', names: Array<string>(1000).fill('a\0b') } })
    const [many, one] = await all(readAudit(db, everything))
    expect(one?.target).toBe(`${long}\ufffd`)
    expect(one?.detail).toEqual({ kind: 'deleted', count: 1002, names: [`${long}\ufffd`] })
    expect(many?.detail).toMatchObject({ names: expect.arrayContaining(['a\ufffdb']) })
    expect(JSON.stringify(many?.detail).length).toBeLessThan(1100)
  })

  test('the text of older records stays as it is, also where it looks like data', async () => {
    await add(second)
    await add(second + 1)
    await db.updateTable('audit').set({ detail: '{"kind":"expired"}' }).where('at', '=', second).execute()
    await db.updateTable('audit').set({ detail: 'read → write' }).where('at', '>', second).execute()
    const told = async (search: string) =>
      (await all(readAudit(db, { ...everything, search }))).map(({ detail }) => detail)
    expect(await told('')).toEqual(['read → write', '{"kind":"expired"}'])
    expect(await told('→ WRITE')).toEqual(['read → write'])
  })

  test('lets through what the filter asks for', async () => {
    const account = { id: 'one', name: 'Một' }
    await add(second, { account, target: 'Ảnh Tết', detail: { kind: 'names', names: ['Máy sao lưu'] } })
    await add(second + 1, { account: { id: 'two', name: 'Hai' }, action: 'SIGN_OUT' })
    await add(second + 2, { user: 'AN@Example.com', target: '100%_a' })
    const times = async (filter: Partial<AuditFilter>) =>
      (await all(readAudit(db, { ...everything, ...filter }))).map(({ at }) => at - second)
    expect(await times({})).toEqual([2, 1, 0])
    expect(await times({ accountId: 'one' })).toEqual([0])
    expect(await times({ accountId: 'three' })).toEqual([])
    expect(await times({ action: 'SIGN_OUT' })).toEqual([1])
    expect(await times({ search: 'EXAMPLE' })).toEqual([2, 1, 0])
    expect(await times({ search: 'an@' })).toEqual([2])
    expect(await times({ search: 'ẢNH TẾT'.normalize('NFD') })).toEqual([0])
    expect(await times({ search: 'máy SAO lưu' })).toEqual([0])
    expect(await times({ search: 'kind' })).toEqual([])
    expect(await times({ search: '%_' })).toEqual([2])
    expect(await times({ search: '_' })).toEqual([2])
    expect(await times({ from: second + 1 })).toEqual([2, 1])
    expect(await times({ to: second + 1 })).toEqual([0])
    expect(await times({ from: second + 1, to: second + 2 })).toEqual([1])
    expect(await times({ from: second + 2, to: second })).toEqual([])
  })

  test('is read a thousand records at a time, and no further than is asked for', async () => {
    await fill(2500)
    sql = []
    for await (const entry of readAudit(db, everything)) {
      expect(entry.at).toBe(second + 2499)
      break
    }
    expect(sql.length).toBe(1)
    sql = []
    const found = await all(readAudit(db, { ...everything, search: 'U5' }))
    expect(found.length).toBe(111)
    expect(sql.length).toBe(3)
  })

  test('an action, or what something was done to, is found without reading the rest', async () => {
    await fill(3000)
    const account = { id: 'one', name: 'Một' }
    await add(second - 2, { account, action: 'ACCESS_KEY_CREATED', target: 'KHO1' })
    await add(second - 1, { account, action: 'BUCKET_CREATED', target: 'anh' })
    const read = async (filter: Partial<AuditFilter>) => {
      sql = []
      const found = await all(readAudit(db, { ...everything, ...filter }, { atOnce: 10 }))
      return { found: found.map(({ target }) => target), statements: sql.length }
    }
    const found = (...targets: string[]) => ({ found: targets, statements: 1 })
    expect(await read({ action: 'BUCKET_CREATED' })).toEqual(found('anh'))
    expect(await read({ accountId: 'one', action: 'ACCESS_KEY_CREATED' })).toEqual(found('KHO1'))
    expect(await read({ accountId: 'one', target: 'anh' })).toEqual(found('anh'))
    expect(await read({ accountId: 'one', target: 'anh', user: 'b@example.com' })).toEqual(found())
  })

  // Plans of PostgreSQL depend on statistics.
  test.runIf(kind === 'SQLite')('an index answers each filter', async () => {
    const plan = async (filter: Partial<AuditFilter>) => {
      statements = []
      await all(readAudit(db, { ...everything, ...filter }))
      const { sql, parameters } = statements[0]!
      const { rows } = await db.executeQuery<{ detail: string }>(
        CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
      )
      return rows.map(({ detail }) => detail)
    }
    const by = (index: string) => [expect.stringContaining(`SEARCH audit USING INDEX ${index} `)]
    expect(await plan({ accountId: 'one' })).toEqual(by('audit_account'))
    expect(await plan({ accountId: 'one', target: 'anh', from: second })).toEqual(by('audit_account_target'))
    expect(await plan({ accountId: 'one', action: 'SIGN_IN' })).toEqual(by('audit_account_action'))
    expect(await plan({ action: 'SIGN_IN', to: second })).toEqual(by('audit_action'))
  })

  test('a search ends once nobody waits for it', async () => {
    await fill(3000)
    const gone = new AbortController()
    const search = { ...everything, search: 'no such text' }
    sql = []
    const reading = all(readAudit(db, search, { signal: gone.signal }))
    gone.abort()
    expect(await reading).toEqual([])
    expect(sql.length).toBe(1)
  })

  test('old records are deleted a thousand at a time, and others kept [V14.2.4]', async () => {
    await fill(2500)
    const kept = () => all(readAudit(db, everything)).then(entries => entries.length)
    expect(await pruneAudit(db, second + 2100)).toBe(true)
    expect(await kept()).toBe(1500)
    const prune = async (auditDays: number, now: number) => {
      const background = makeBackground({
        now: Date.now,
        log: { error: ({ err }) => expect.fail(String(err)) },
      })
      await addPruning(background, db, { seconds: () => now, auditDays }).run()
      await background.stop()
    }
    await prune(90, second + 2100 + 90 * 86_400)
    expect(await kept()).toBe(400)
    await prune(0, 2 * second)
    expect(await kept()).toBe(400)
    expect(await pruneAudit(db, second + 2100)).toBe(false)
  })
})

describe('the file', () => {
  const entry = (more: Partial<AuditEntry>) => ({
    ...{ id: '0'.repeat(28), at: second, account: 'Kho nhà', user: 'a@example.com' },
    ...{ action: 'SIGN_IN' as const, target: '', detail: '', ...place, ...more },
  })
  async function* each<T>(list: T[]): AsyncGenerator<T> {
    yield* list
  }

  test('has a byte order mark, the names of its columns, and a line a record [V16.2.2, V16.2.4]', async () => {
    const pieces = await all(
      auditCsv(each([entry({}), entry({ at: second + 1, target: 'a "b", c', detail: 'x\ny' })])),
    )
    expect(pieces.join('')).toBe(
      [
        '\ufeffat,account,user,action,target,detail,address,device',
        '2027-01-15T08:00:00Z,Kho nhà,a@example.com,SIGN_IN,,,203.0.113.7,"Chrome 142, Windows 11"',
        '2027-01-15T08:00:01Z,Kho nhà,a@example.com,SIGN_IN,"a ""b"", c","x\ny",203.0.113.7,"Chrome 142, Windows 11"',
        '',
      ].join('\r\n'),
    )
  })

  test('is never a formula to a spreadsheet [V1.3.3, V16.4.1]', () => {
    const formulas = ['=1+1', '+1', '-1', '@a', '\ta', '\ra', '\na', '  =1', '＝1', '＋1', '－1', '＠a']
    expect(formulas.map(csvCell)).toEqual([
      ...["'=1+1", "'+1", "'-1", "'@a", "'\ta", '"\'\ra"', '"\'\na"'],
      ...["'  =1", "'＝1", "'＋1", "'－1", "'＠a"],
    ])
    expect(['a=1', 'a-b', 'a@b', '', '"'].map(csvCell)).toEqual(['a=1', 'a-b', 'a@b', '', '""""'])
    expect(csvCell('=","')).toBe('"\'="","""')
    expect(['a;=1', '"; @b', 'a; b: c'].map(csvCell)).toEqual(["a;'=1", '"""' + ";' @b" + '"', 'a; b: c'])
  })

  test('is made while it is sent: the first piece needs only the records that are in it', async () => {
    let read = 0
    async function* endless() {
      for (;;) {
        read += 1
        yield entry({})
      }
    }
    for await (const piece of auditCsv(endless())) {
      expect(piece.length).toBeLessThan(20_000)
      break
    }
    expect(read).toBeLessThan(500)
  })
})

describe('the API', () => {
  const console = sharedConsole()
  let superAdmin: Visitor
  let owner: Visitor
  let accountId: string
  beforeAll(async () => {
    superAdmin = await console.signedIn()
    const people = await makePeople(console)
    const customer = await people.owner('khach')
    accountId = customer.accountId
    owner = await people.visit(customer)
  })
  beforeEach(async () => {
    await console.kho.services.db.deleteFrom('audit').execute()
  })

  const add = (at: number, action: AuditAction, target: string, mine = true) =>
    addAudit(
      console.kho.services.db,
      {
        account: mine ? { id: accountId, name: 'Khách' } : null,
        ...{ user: 'khach@example.com', action, target, ...place },
      },
      (second + at) * 1000,
    )

  async function list(who: Visitor, query = '') {
    const { status, body } = await who.call('GET', `/audit${query}`)
    expect(status).toBe(200)
    const { entries, next_token } = body as { entries: AuditEntry[]; next_token: string | null }
    return { targets: entries.map(({ target }) => target), next: next_token }
  }

  test('shows an owner its account and the super admin all', async () => {
    await add(1, 'SIGN_IN', 'mine')
    await add(2, 'SIGN_IN_FAILED', 'of nobody', false)
    expect((await list(owner)).targets).toEqual(['mine'])
    expect((await list(superAdmin)).targets).toEqual(['of nobody', 'mine'])
    expect((await list(owner, '?search=nobody')).targets).toEqual([])
  })

  test('goes through the log a page at a time, once each, while more is recorded', async () => {
    for (let at = 0; at < 7; at += 1) await add(at, at === 3 ? 'SIGN_OUT' : 'SIGN_IN', `${at}`)
    const first = await list(owner, '?page_size=3')
    expect(first).toEqual({ targets: ['6', '5', '4'], next: expect.any(String) })
    await add(9, 'SIGN_IN', 'newer')
    const next = await list(owner, `?page_size=3&next_token=${first.next}`)
    expect(next.targets).toEqual(['3', '2', '1'])
    expect(await list(owner, `?page_size=3&next_token=${next.next}`)).toEqual({ targets: ['0'], next: null })
    expect(await list(owner, `?action=SIGN_OUT&page_size=1`)).toEqual({ targets: ['3'], next: null })
    expect(await list(owner, `?from=${second + 1}&to=${second + 3}`)).toEqual({
      targets: ['2', '1'],
      next: null,
    })
  })

  test('refuses a filter that is none', async () => {
    const codes = async (query: string) => problem(await owner.call('GET', `/audit?${query}`)).fields
    expect(await codes('next_token=abc')).toEqual([{ field: 'next_token', message: 'invalid' }])
    expect(await codes('action=NOTHING')).toEqual([
      { field: 'action', message: 'must be equal to one of the allowed values' },
    ])
    expect(await codes('from=-1')).toEqual([{ field: 'from', message: 'must be >= 0' }])
    expect(await codes('page_size=201')).toEqual([{ field: 'page_size', message: 'must be <= 200' }])
  })

  test('gives the file with a name, only what the filter lets through [V4.1.1]', async () => {
    await add(1, 'SIGN_IN', 'one')
    await add(2, 'SIGN_OUT', '=two()')
    await add(3, 'SIGN_OUT', 'of nobody', false)
    const get = async (who: Visitor, query: string) => {
      const answer = await fetch(`${console.url}/api/audit/csv${query}`, { headers: { cookie: who.cookie } })
      return {
        answer,
        text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer()),
      }
    }
    const { answer, text } = await get(owner, '?action=SIGN_OUT')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="kho-audit-\d{4}-\d\d-\d\d\.csv"/,
    )
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const row = (at: string, account: string, target: string) =>
      `2027-01-15T08:00:0${at}Z,${account},khach@example.com,SIGN_OUT,${target},,203.0.113.7,"Chrome 142, Windows 11"`
    const head = '\ufeffat,account,user,action,target,detail,address,device'
    expect(text).toBe(`${[head, row('2', 'Khách', "'=two()")].join('\r\n')}\r\n`)
    expect((await get(superAdmin, '?action=SIGN_OUT')).text).toBe(
      `${[head, row('3', '', 'of nobody'), row('2', 'Khách', "'=two()")].join('\r\n')}\r\n`,
    )
  })
})
