import type { FastifyInstance, FastifyRequest } from 'fastify'

export type OneClickOptions = {
  /** The path below which browsers see the console; empty: at the root. */
  basePath: string
  /** INVALID_TOKEN. */
  unsubscribe(token: string, request: FastifyRequest): Promise<void>
}

type Named = { Params: { token: string } }

/**
 * The URL in `List-Unsubscribe`. Mail programs POST to it, without cookies or an origin; programs that follow links, such
 * as filters of mail, change nothing. Source: RFC 8058, 3.2.
 */
export function addOneClick(app: FastifyInstance, { basePath, unsubscribe }: OneClickOptions): void {
  const path = '/unsubscribe/:token'
  app.get<Named>(path, ({ params }, reply) =>
    reply.redirect(`${basePath}/unsubscribe#${encodeURIComponent(params.token)}`),
  )
  app.post<Named>(path, async (request, reply) => {
    await unsubscribe(request.params.token, request)
    return reply.code(200).header('cache-control', 'no-store').send()
  })
}
