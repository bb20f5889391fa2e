import { type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { ApiError } from '../api/result.ts'
import { showFailure } from '../shell/show-failure.ts'
import { onForget } from './flow.ts'

/**
 * Reads of the signed-in user: no retry, no second look on focus (specification, section 7). Calls do not wait for the
 * network: they fail at once, and abandoned calls are never sent later. What can be read again
 * when the network is back, is.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { networkMode: 'always', retry: false, refetchOnWindowFocus: false, refetchOnReconnect: true },
    mutations: { networkMode: 'always', retry: false },
  },
  queryCache: new QueryCache({ onError: showStaleFailure }),
})

onForget(() => queryClient.clear())

/** Calls of sign-in and of uploads, thousands of them, which change nothing that is read. */
export const leavesReads = /^\/(auth|objects\/(get-put-urls|(get|start|complete|abort)-upload))\b/

/** ms that a write which has succeeded is held up by what is read again. */
const patience = 5000

async function refreshAfter(request: Request, path: string, response: Response): Promise<void> {
  const changes = await import('../api/changes.ts').catch(() => null)
  await (changes
    ? changes.refreshChanged(queryClient, request, path, response)
    : queryClient.invalidateQueries())
}

// A call that writes resolves once what it changes is read again.
api.use({
  async onResponse({ request, schemaPath, response }) {
    if (request.method === 'GET' || leavesReads.test(schemaPath)) return
    const waited = new Promise(resolve => setTimeout(resolve, patience))
    await Promise.race([refreshAfter(request, schemaPath, response), waited])
  },
})

/** Codes that a view shows in place of the data that it had. */
const inPlace: ApiError['code'][] = ['CONFIRMATION_REQUIRED', 'BUCKET_NOT_FOUND', 'UNAUTHORIZED']

/**
 * A view without data says itself why; where older data stays on the screen, a message does. Not of a next page, which
 * has its place in the list, and not of reads with `meta: { quiet: true }`, which nobody asked for.
 */
function showStaleFailure(error: Error, { state, meta }: Query<unknown, unknown>): void {
  if (state.data === undefined || state.fetchMeta?.fetchMore || meta?.quiet) return
  if (error instanceof ApiError && !inPlace.includes(error.code)) showFailure(error)
}
