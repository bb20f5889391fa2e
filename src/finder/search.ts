import { unaccented } from '../../domain/folded.ts'
import { mayCall, needsConfirmedSession, type OperationId } from '../../domain/permissions.ts'
import type { Failure } from '../../machines/failure.ts'
import type { Found, Lookup } from '../../machines/finder/types.ts'
import type { CurrentUser } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { keyOf } from '../api/query.ts'
import { type ApiResult, result } from '../api/result.ts'
import { isConfirmedNow } from '../confirm/at-hand.ts'
import { topicAddress } from '../events/addresses.ts'
import { queryClient } from '../session/query-client.ts'
import { fresh, readBuckets } from './buckets.ts'
import { findJobs } from './find-jobs.ts'
import { line, lineOf, none } from './lines.ts'

/** Lines of each kind; people that are asked for, of whom a line may be one. */
const most = { kind: 8, people: 200 }
/** Characters from which files are searched. */
const least = 2
/** Ms that jobs which were read are searched again: they begin and end. */
const freshJobs = 3_000
/** Ms that the others wait for the files. */
const patience = 1500

type Named = { name: string; detail: string }

/** Lines whose name or detail has every word, in any order, without regard to case and diacritics. */
function having<Row>(rows: readonly Row[], words: readonly string[], namesOf: (row: Row) => Named): Row[] {
  return rows.filter(row => {
    const { name, detail } = namesOf(row)
    const whole = unaccented(`${name} ${detail}`)
    return words.every(word => whole.includes(word))
  })
}

/** What is found in one list, or that it cannot be asked. */
type Part = { ok: true; found: Found[]; more: boolean } | Failure

const cut = (found: Found[]) => ({
  ok: true as const,
  found: found.slice(0, most.kind),
  more: found.length > most.kind,
})

/** A list that the server gives whole, read once while a text is typed. */
function whole<Data>(
  path: Parameters<typeof keyOf>[0],
  ask: () => Promise<ApiResult<Data>>,
  freshFor: number = fresh,
) {
  return queryClient.fetchQuery<ApiResult<Data>>({
    queryKey: keyOf(path, { finder: true }),
    queryFn: ask,
    staleTime: ({ state }) => (state.data?.ok ? freshFor : 0),
  })
}

type Source = {
  need: OperationId
  find: (words: readonly string[], text: string, signal: AbortSignal, user: CurrentUser) => Promise<Part>
}

/** The server finds one part of a name: that of several words which fewest have, of whom those with all words are left. */
function peopleQuery(text: string): { search: string; page_size: number } {
  const words = text.split(/\s+/).toSorted((a, b) => b.length - a.length)
  return { search: words[0]!, page_size: words.length === 1 ? most.kind : most.people }
}

const sources: readonly Source[] = [
  {
    need: 'listBuckets',
    async find(words, _, __, user) {
      const outcome = await readBuckets()
      if (!outcome.ok) return outcome
      const found = having(outcome.buckets, words, ({ name }) => ({ name, detail: '' }))
      return cut(found.map(({ name }) => lineOf(user, name, '')))
    },
  },
  {
    need: 'listSubUsers',
    async find(words, text, signal) {
      const query = peopleQuery(text)
      const outcome = await result(api.GET('/user-management', { params: { query }, signal }))
      if (!outcome.ok) return outcome
      const found = having(outcome.data.users, words, ({ fullName, email, phone }) => ({
        ...{ name: fullName, detail: `${email} ${phone}` },
      }))
      const { found: lines, more } = cut(
        found.map(({ fullName, email }) =>
          line('sub-user', `sub-user ${email}`, fullName, {
            ...{ detail: email, address: listAddress('/user-management/sub-user', email) },
          }),
        ),
      )
      return { ok: true, found: lines, more: more || outcome.data.next_token !== null }
    },
  },
  {
    need: 'listAccounts',
    async find(words, text, signal) {
      const query = peopleQuery(text)
      const outcome = await result(api.GET('/user/list', { params: { query }, signal }))
      if (!outcome.ok) return outcome
      const found = having(outcome.data.accounts, words, ({ name, owner_email, contract_code }) => ({
        ...{ name, detail: `${owner_email} ${contract_code}` },
      }))
      const { found: lines, more } = cut(
        found.map(({ id, name, owner_email }) =>
          line('account', `account ${id}`, name, {
            ...{ detail: owner_email, address: listAddress('/users', owner_email) },
          }),
        ),
      )
      return { ok: true, found: lines, more: more || outcome.data.next_token !== null }
    },
  },
  {
    need: 'listSubUserGroups',
    async find(words) {
      const outcome = await whole('/user-management/groups', () => result(api.GET('/user-management/groups')))
      if (!outcome.ok) return outcome
      const found = having(outcome.data.groups, words, ({ name }) => ({ name, detail: '' }))
      return cut(
        found.map(({ id, name }) =>
          line('group', `group ${id}`, name, { address: '/user-management/groups' }),
        ),
      )
    },
  },
  {
    need: 'listAccessKeys',
    async find(words) {
      const outcome = await whole('/user/access-key', () => result(api.GET('/user/access-key')))
      if (!outcome.ok) return outcome
      const found = having(outcome.data.keys, words, ({ name, user, access_key }) => ({
        ...{ name, detail: `${user} ${access_key}` },
      }))
      return cut(
        found.map(({ access_key, name, user }) =>
          line('key', `key ${access_key}`, name || access_key, { detail: user, address: '/security/keys' }),
        ),
      )
    },
  },
  {
    need: 'listApiClients',
    async find(words) {
      const outcome = await whole('/user/api-client', () => result(api.GET('/user/api-client')))
      if (!outcome.ok) return outcome
      const found = having(outcome.data.clients, words, ({ name }) => ({ name, detail: '' }))
      return cut(
        found.map(({ id, name }) => line('client', `client ${id}`, name, { address: '/security/api' })),
      )
    },
  },
  {
    need: 'listTopics',
    async find(words) {
      const outcome = await whole('/notification/topics', () => result(api.GET('/notification/topics')))
      if (!outcome.ok) return outcome
      const found = having(outcome.data.topics, words, ({ name, address }) => ({
        name,
        detail: address ?? '',
      }))
      return cut(
        found.map(({ name, address }) =>
          line('topic', `topic ${name}`, name, { detail: address ?? '', address: topicAddress(name) }),
        ),
      )
    },
  },
  {
    need: 'listJobs',
    async find(words) {
      const outcome = await whole('/jobs', () => result(api.GET('/jobs')), freshJobs)
      return outcome.ok ? cut(await findJobs(outcome.data.jobs, words)) : outcome
    },
  },
  {
    need: 'searchObjects',
    async find(_, query, signal, user) {
      if (query.length < least) return { ok: true, found: [], more: false }
      const body = { query, limit: most.kind }
      const enough = AbortSignal.any([signal, AbortSignal.timeout(patience)])
      const outcome = await result(api.POST('/objects/search', { body, signal: enough })).catch(() => null)
      signal.throwIfAborted()
      // A storage without an index is listed, which takes its time: the other lists do not wait for it.
      if (!outcome?.ok) return { ok: true, found: [], more: true }
      const { results, next_cursor } = outcome.data
      const found = results.map(({ bucket, key }) => lineOf(user, bucket, key))
      return { ok: true, found, more: next_cursor !== null }
    },
  },
]

function listAddress(path: string, search: string): string {
  return `${path}?${new URLSearchParams({ search })}`
}

/** A list that cannot be asked now, as it needs a confirmed session or a feature that is off, is left out. */
const leftOut: readonly Failure['code'][] = ['CONFIRMATION_REQUIRED', 'NOT_SUPPORTED', 'PERMISSION_DENIED']

/** Whether a list may be asked for now: what needs a confirmed session is not asked for without one. */
const mayAsk = (user: CurrentUser, need: OperationId) =>
  mayCall(user, need) && (!needsConfirmedSession(need) || isConfirmedNow())

const longestSearch = 254

/** Finds buckets, files, people, keys, topics and jobs by their names, in the lists that this person may ask for. */
export async function search(
  user: CurrentUser,
  { text }: Lookup['input'],
  signal: AbortSignal,
): Promise<Lookup['output']> {
  const asked = text.trim().slice(0, longestSearch)
  if (!asked.isWellFormed()) return none
  const words = unaccented(asked).split(/\s+/)
  const parts = await Promise.all(
    sources.filter(({ need }) => mayAsk(user, need)).map(({ find }) => find(words, asked, signal, user)),
  )
  const failure = parts.find(part => !part.ok && !leftOut.includes(part.code))
  if (failure && !failure.ok) return failure
  const found = parts.flatMap(part => (part.ok ? part.found : []))
  return { ok: true, found, exact: false, more: parts.some(part => part.ok && part.more) }
}
