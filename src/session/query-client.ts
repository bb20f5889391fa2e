import { type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import type { Change } from '../api/changes.ts'
import { api } from '../api/client.ts'
import { ApiError } from '../api/result.ts'
import { showFailure } from '../shell/show-failure.ts'
import { storageName } from '../site/installation.ts'
import { onForget } from './flow.ts'

/**
 * Queries of the signed-in user: no retry, no refetch on focus (specification, section 7). Calls do not wait for the
 * network: they fail at once, and abandoned calls are never sent later. Queries are refetched when the network is back.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { networkMode: 'always', retry: false, refetchOnWindowFocus: false, refetchOnReconnect: true },
    mutations: { networkMode: 'always', retry: false },
  },
  queryCache: new QueryCache({ onError: showStaleFailure }),
})

onForget(() => queryClient.clear())

/** Calls of sign-in and of uploads, thousands of them, which change no query. */
export const leavesReads = /^\/(auth|objects\/(get-put-urls|put-batch|(get|start|complete|abort)-upload))\b/

/** Maximum ms that a successful write waits for refetches. */
const patience = 5000

/** Where it is lost, a newer version has replaced it, and a prompt offers to reload. */
const changes = () => import('../api/changes.ts').catch(() => null)

/** A channel does not hear itself. */
const otherTabs = new BroadcastChannel(storageName('changes'))
otherTabs.onmessage = async ({ data }: MessageEvent<Change>) =>
  (await changes())?.refreshRead(queryClient, data)

async function refreshAfter(request: Request, path: string, response: Response): Promise<void> {
  await (await changes())?.refreshChanged(queryClient, otherTabs, request, path, response)
}

/** Refreshes what many writes have changed, which are none by themselves to `changedBy`; here and in other tabs. */
export async function refreshAfterMany(paths: Change['paths']): Promise<void> {
  const change = { paths, target: {} }
  otherTabs.postMessage(change)
  await (await changes())?.refreshRead(queryClient, change)
}

// A write resolves once the queries it changes are refetched.
api.use({
  async onResponse({ request, schemaPath, response }) {
    if (request.method === 'GET' || leavesReads.test(schemaPath)) return
    const waited = new Promise(resolve => setTimeout(resolve, patience))
    await Promise.race([refreshAfter(request, schemaPath, response), waited])
  },
})

/** Codes that a view shows instead of its old data. */
const inPlace: ApiError['code'][] = ['CONFIRMATION_REQUIRED', 'BUCKET_NOT_FOUND', 'UNAUTHORIZED']

/**
 * A view without data shows the failure itself; if older data stays on the screen, a message does. Not for a next page,
 * whose failure is shown in the list, and not for queries with `meta: { quiet: true }`, which the user did not request.
 */
function showStaleFailure(error: Error, { state, meta }: Query<unknown, unknown>): void {
  if (state.data === undefined || state.fetchMeta?.fetchMore || meta?.quiet) return
  if (error instanceof ApiError && !inPlace.includes(error.code)) showFailure(error)
}
