// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest'
import type { Found } from '../../machines/finder/types.ts'
import type { CurrentUser, Job } from '../../openapi/schema.ts'
import { forgetPlaces, notePlaceOpened, recentPlaces } from '../../src/buckets/recent-places.ts'
import { noteConfirmed } from '../../src/confirm/at-hand.ts'
import { complete } from '../../src/finder/complete.ts'
import { jobOf } from '../../src/finder/find-jobs.ts'
import { knownAt } from '../../src/finder/known.ts'
import { search } from '../../src/finder/search.ts'
import { queryClient } from '../../src/session/query-client.ts'
import { runningJob } from '../flows/bulk-job.flow.ts'
import { owner } from '../machines/support/users.ts'
import { refusal, serve } from './support/screen.tsx'

const reader: CurrentUser = { ...owner, is_admin: false, is_sub_user: true, permission: 'read' }
const uploader: CurrentUser = { ...reader, permission: 'write' }
const { signal } = new AbortController()

const item = (key: string, prefix = '') => ({
  ...{ key, name: key.slice(prefix.length), type: key.endsWith('/') ? 'folder' : 'file' },
  ...{ size: 1, last_modified: 1, etag: null, storage_class: null },
})
const buckets = { buckets: ['bao-cao', 'phim'].map(name => ({ name })), storage: 'embedded' }
const short = (found: readonly Found[]) => found.map(({ kind, name, detail }) => `${kind} ${detail}|${name}`)

beforeEach(() => queryClient.clear())

describe('A path', () => {
  const folders: Record<string, ReturnType<typeof item>[]> = {
    'bao-cao: ': [item('50%.txt'), item('Tết/')],
    'bao-cao:Tết/': [item('Tết/', 'Tết/'), item('Tết/a b.txt', 'Tết/'), item('Tết/a/', 'Tết/')],
  }
  const serveFolders = () =>
    serve({
      'GET /bucket': () => buckets,
      'GET /objects/paginate': ({ query }) => {
        const items = folders[`${query.get('bucket')}:${query.get('prefix') || ' '}`] ?? []
        const found = items.filter(({ name }) => name.startsWith(query.get('search') ?? ''))
        return { items: found, next_token: null, exists: items.length > 0 }
      },
    })
  const completed = async (text: string, user = owner) => {
    serveFolders()
    const outcome = await complete(user, { text }, signal)
    return outcome.ok ? [outcome.exact, ...short(outcome.found)] : outcome.code
  }

  test('has what it names first, then what begins like it', async () => {
    expect(await completed('bao-cao/Tết/a')).toEqual([
      true,
      'folder bao-cao/Tết/|a',
      'file bao-cao/Tết/|a b.txt',
    ])
    expect(await completed('bao-cao/Tết/')).toEqual([
      ...[true, 'folder bao-cao/|Tết', 'file bao-cao/Tết/|a b.txt', 'folder bao-cao/Tết/|a'],
    ])
    expect(await completed('phim/')).toEqual([true, 'bucket |phim'])
    expect(await completed('bao-cao/T')).toEqual([false, 'folder bao-cao/|Tết'])
  })

  test('with escapes leads to the key that there is', async () => {
    expect(await completed('bao-cao/50%.txt')).toEqual([true, 'file bao-cao/|50%.txt'])
    expect(await completed('bao-cao/50%25.txt')).toEqual([true, 'file bao-cao/|50%.txt'])
    expect(await completed('http://phim.s3.example/')).toEqual([true, 'bucket |phim'])
  })

  test.each(['khac/a', 'bao-cao/nothing/', 'bao-cao/nothing/a', 'phim/a'])('%s names nothing', async text => {
    expect(await completed(text)).toEqual([false])
  })

  test('leads who may only upload to the folder, of which nothing is read', async () => {
    const sent = serveFolders()
    const outcome = await complete(uploader, { text: 'phim/mới/' }, signal)
    expect(outcome).toMatchObject({
      exact: true,
      found: [{ address: '/bucket-management/phim/m%E1%BB%9Bi' }],
    })
    expect(sent).toEqual([])
  })

  test('of this console is gone to as it is', async () => {
    const text = `${location.origin}/security/keys?a=b`
    expect(await completed(text)).toEqual([true, 'address |/security/keys?a=b'])
  })

  test('opens a file in its folder', async () => {
    serveFolders()
    const outcome = await complete(owner, { text: 'bao-cao/Tết/a b.txt' }, signal)
    const address = '/bucket-management/bao-cao/T%E1%BA%BFt?preview=a+b.txt'
    expect(outcome).toMatchObject({ found: [{ address }] })
  })
})

describe('A name', () => {
  const person = { fullName: 'Lê Minh Châu', email: 'chau@example.com', phone: '' }
  const lists = {
    'GET /bucket': () => buckets,
    'GET /user-management': () => ({
      users: [person, { ...person, fullName: 'Minh', email: 'minh@example.com' }],
      next_token: null,
    }),
    'GET /user-management/groups': () => ({ groups: [{ id: 'g', name: 'Châu Đốc' }] }),
    'GET /jobs': () => ({ jobs: [] }),
    'POST /objects/search': () => ({
      ...{ results: [{ bucket: 'phim', key: 'châu.mp4' }], next_cursor: null, looked_at: 1 },
      ...{ complete: true, indexed: 1 },
    }),
  }

  test('is found with all its words, in any order, without regard to case and diacritics; lists that cannot be asked are left out', async () => {
    serve(lists)
    const outcome = await search(owner, { text: ' CHAU  minh ' }, signal)
    expect(outcome.ok && short(outcome.found)).toEqual([
      ...['sub-user chau@example.com|Lê Minh Châu', 'file phim/|châu.mp4'],
    ])
  })

  test('is looked for only where this person may', async () => {
    serve({
      'GET /bucket': () => buckets,
      'POST /objects/search': lists['POST /objects/search'],
      'GET /jobs': () => ({ jobs: [] }),
    })
    const outcome = await search(reader, { text: 'bao cao' }, signal)
    expect(outcome.ok && short(outcome.found)).toEqual(['bucket |bao-cao', 'file phim/|châu.mp4'])
  })

  test('of a list that fails the failure is told, but files do not keep the others', async () => {
    serve({ ...lists, 'POST /objects/search': () => refusal('STORAGE_UNAVAILABLE') })
    const outcome = await search(owner, { text: 'bao' }, signal)
    expect(outcome).toMatchObject({ ok: true, found: [{ name: 'bao-cao' }], more: true })
    queryClient.clear()
    serve({ ...lists, 'GET /bucket': () => refusal('STORAGE_UNAVAILABLE') })
    expect(await search(owner, { text: 'bao' }, signal)).toMatchObject({ code: 'STORAGE_UNAVAILABLE' })
  })

  test('of a key or an API client is looked for only while the session is known to be confirmed', async () => {
    const asked: string[] = []
    serve({
      ...lists,
      'GET /user/access-key': () => {
        asked.push('keys')
        return refusal('CONFIRMATION_REQUIRED')
      },
      'GET /user/api-client': () => {
        asked.push('clients')
        return { clients: [{ id: 'c', name: 'châu' }] }
      },
    })
    await search(owner, { text: 'chau' }, signal)
    expect(asked).toEqual([])
    noteConfirmed({ expires_in: 300 })
    const outcome = await search(owner, { text: 'chau' }, signal)
    expect(asked).toEqual(['keys', 'clients'])
    expect(outcome.ok && short(outcome.found)).toContain('client |châu')
    noteConfirmed({ expires_in: 0 })
  })

  test('of a job is that of its kind, bucket and folders, also once it has ended', async () => {
    const copied: Job = {
      ...{ ...runningJob, id: 'c', kind: 'copy-objects', state: 'done', ended_at: 9, bucket: 'phim' },
      ...{ source: 'Tết/a.mp4', sources: 1, target: { bucket: 'bao-cao', key: 'Năm mới/' } },
    }
    serve({ ...lists, 'GET /jobs': () => ({ jobs: [copied, runningJob] }) })
    const found = async (text: string) => {
      const outcome = await search(owner, { text }, signal)
      return outcome.ok ? outcome.found.flatMap(line => jobOf(line) ?? []) : outcome.code
    }
    expect(await found('copy files nam moi')).toEqual(['c'])
    expect(await found('delete anh')).toEqual(['job-1'])
    expect(await found('tet a.mp4')).toEqual(['c'])
    expect(await found('tet delete')).toEqual([])
  })

  test('that is no text is not sent', async () => {
    expect(await search(owner, { text: '\ud800' }, signal)).toMatchObject({ ok: true, found: [] })
  })
})

test('the eight folders opened last are kept for each user, the newest first, until nobody is signed in', () => {
  for (const name of 'abcdefghia') notePlaceOpened('u', { bucket: 'phim', prefix: `${name}/` })
  const kept = () => recentPlaces('u').map(({ prefix }) => prefix)
  expect(kept()).toEqual(['a/', 'i/', 'h/', 'g/', 'f/', 'e/', 'd/', 'c/'])
  expect(recentPlaces('other')).toEqual([])
  const [name] = Object.keys(localStorage).filter(each => each.endsWith('places u'))
  localStorage.setItem(name!, '[{"bucket":1},null,{"bucket":"b","prefix":""}]')
  expect(recentPlaces('u')).toEqual([{ bucket: 'b', prefix: '' }])
  localStorage.setItem(name!, '{')
  expect(recentPlaces('u')).toEqual([])
  forgetPlaces()
  expect(localStorage.getItem(name!)).toBeNull()
})

test('only who may search is led to all files that match', () => {
  const lines = (user: CurrentUser) =>
    knownAt('/bucket-management', user, id => id).known.filter(({ kind }) => kind === 'search')
  expect(lines(reader)).toMatchObject([{ name: '', address: '/search?q=' }])
  expect(lines(uploader)).toEqual([])
})
