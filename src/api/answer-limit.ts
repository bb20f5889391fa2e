/**
 * Ms after which a call without an answer counts as hung. The server gives the storage three times 60 s, and 10 min to
 * make an object of its parts; addresses it signs by itself. Uploads wait for the quota, and go on without it.
 */
const limits: Record<string, number> = {
  '/api/dashboard/quota-user': 30_000,
  '/api/objects/get-put-urls': 30_000,
  '/api/objects/get-upload-url': 30_000,
  '/api/objects/complete-upload': 11 * 60_000,
}
const normalLimit = 200_000

/** `fetch` that rejects where no answer comes, or not all of it: a connection can die without a word. */
export async function fetchWithLimit(request: Request): Promise<Response> {
  const limit = limits[new URL(request.url).pathname] ?? normalLimit
  const hung = new AbortController()
  const timer = setTimeout(() => hung.abort(new TypeError(`No answer within ${limit} ms`)), limit)
  try {
    const response = await fetch(request, { signal: AbortSignal.any([request.signal, hung.signal]) })
    return response.status === 204 ? response : new Response(await response.arrayBuffer(), response)
  } finally {
    clearTimeout(timer)
  }
}
