import type { QueryClient } from '@tanstack/react-query'
import type { paths } from '../../openapi/schema.ts'
import { readOf, refresh, sizeReads, type Target } from './query.ts'

const bucketMarks = ['/bucket/status', '/bucket/overview'] as const
const events = [
  '/notification/',
  '/notification',
  '/notification/topics',
  '/notification/topic',
  '/notification/topic/deliveries',
  '/notification/topic/delivery',
] as const
const protectedReads = ['/user/access-key', '/user/api-client'] as const

/** The reads that each write changes, by the prefix of its path (the longest one counts), or by method and path. */
const changed: { [Path in keyof paths | `DELETE ${keyof paths}`]?: readonly (keyof paths)[] } = {
  'DELETE /notification': ['/notification/'],
  'DELETE /notification/topic': ['/notification/topics', '/notification/'],
  '/bucket': ['/bucket'],
  '/bucket/abort-uploads': [],
  '/bucket/acl': ['/bucket/acl', ...bucketMarks],
  '/bucket/cors': bucketMarks,
  '/bucket/lifecycle': bucketMarks,
  '/bucket/lifecycle/preview': [],
  '/bucket/objectlock': bucketMarks,
  '/bucket/policy': bucketMarks,
  '/bucket/policy/simulate': [],
  '/bucket/quota': ['/bucket/quota'],
  '/bucket/tags': bucketMarks,
  '/bucket/versioning': bucketMarks,
  '/notification': events,
  '/notification/topic/secret': [],
  '/objects/acl': ['/objects/acl', '/objects/acl/many'],
  '/objects/acl/many': [],
  '/objects/details': ['/objects/details'],
  '/objects/legal-hold': ['/objects/retention'],
  '/objects/retention': ['/objects/retention'],
  '/objects/shares': ['/objects/shares'],
  '/objects/tags': ['/objects/details', '/objects/tags'],
  '/objects/versions': ['/objects/versions', '/objects/details', '/objects/retention'],
  '/user-management': ['/user-management', '/user-management/groups'],
  // These are refreshed when all of many are done.
  '/user-management/import': [],
  '/user-management/many': [],
  '/user/access-key': protectedReads,
  '/user/account': ['/user/list'],
  '/user/account/sign-in': ['/user/method-security'],
  '/user/api-client': protectedReads,
  '/user/change-method-pin': ['/user/method-security'],
  '/user/change-password': ['/user/sessions'],
  '/user/change-pin': ['/user/method-security'],
  '/user/confirm-identity': protectedReads,
  '/user/confirm-identity/passkey': [],
  '/user/confirm-identity/provider': [],
  '/user/create': ['/user/list'],
  '/user/end-other-sessions': ['/user/sessions'],
  '/user/info': ['/user/info'],
  '/user/notification-addresses/send-confirmation': ['/user/notification-groups'],
  '/user/notification-groups': ['/user/notification-groups'],
  '/user/passkeys': ['/user/passkeys', '/user/method-security'],
  '/user/passkeys/begin': [],
  '/user/recovery-codes': ['/user/method-security'],
  '/user/reset-pin': ['/user/method-security'],
  '/user/sessions': ['/user/sessions'],
  '/user/two-step-verification': ['/user/method-security'],
}

export function changedBy(method: string, path: string): readonly (keyof paths)[] {
  let found = changed[`${method} ${path}` as keyof typeof changed]
  for (let start = path; !found && start !== ''; start = start.slice(0, start.lastIndexOf('/'))) {
    found = changed[start as keyof paths]
  }
  return found ?? []
}

/** Writes whose changes of files the tab that writes shows by itself. */
const changesFiles = /^\/objects\/(copy|create-folder|delete|move|rename|versions)/
const ofFiles: readonly (keyof paths)[] = ['/objects/paginate', ...sizeReads]

/** The reads that a write has changed, as other tabs are told. */
export type Change = { paths: readonly (keyof paths)[]; target: Target }

/** Statuses that refuse a write because the page is out of date: the resource was deleted, or changed meanwhile. */
const outdated = [404, 409]

/** Refreshes what a write has changed, or the reason for its refusal; tells other tabs what it has changed. */
export async function refreshChanged(
  client: QueryClient,
  otherTabs: BroadcastChannel,
  request: Request,
  path: string,
  { ok, status }: Response,
): Promise<void> {
  const paths = changedBy(request.method, path)
  const elsewhere = changesFiles.test(path) ? [...paths, ...ofFiles] : paths
  if (elsewhere.length === 0 || !(ok || outdated.includes(status))) return
  const target = targetOf(await request.json().catch(() => ({})))
  if (ok) otherTabs.postMessage({ paths: elsewhere, target } satisfies Change)
  await refreshRead(client, { paths, target })
}

/** Of a copy or move to another bucket: both. */
function targetOf({ bucket, path, target_bucket = bucket }: Target & { target_bucket?: string }): Target {
  return {
    ...(bucket !== undefined && bucket === target_bucket && { bucket }),
    ...(path !== undefined && { path }),
  }
}

/** Refreshes what is shown of these reads, and forgets the rest of them. */
export async function refreshRead(client: QueryClient, { paths, target }: Change): Promise<void> {
  client.removeQueries({ predicate: readOf(paths, target), type: 'inactive' })
  await refresh(client, paths, target)
}
