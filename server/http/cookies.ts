import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Visitor } from '../audit/actor.ts'

type CookieName = 'access' | 'device' | 'sso'

export type Cookies = {
  read(request: FastifyRequest, name: CookieName): string | null
  /** `life`: seconds that the browser keeps it; the server decides how long its token is valid. Null: none any more. */
  set(reply: FastifyReply, name: CookieName, token: string | null, life: number): void
}

/**
 * The console's cookies, named by the installation: browsers send those of one port to all of the host. Over HTTPS their names have a prefix that browsers reserve for this host: another host of the
 * domain cannot replace the user's session with its own. Such cookies are sent to the whole host; those of a console
 * below a base path must not be, so there the prefix requires only HTTPS. Source: RFC 6265bis, 4.1.3.
 */
export function makeCookies({ basePath, installation }: { basePath: string; installation: string }): Cookies {
  const prefix = basePath === '' ? '__Host-' : '__Secure-'
  const nameOf = (name: CookieName, { secure }: Visitor, of = `${installation}_`) =>
    `${secure ? prefix : ''}kho_${of}${name}`
  return {
    // Earlier versions named them without the installation.
    read: ({ cookies, visitor }, name) =>
      cookies[nameOf(name, visitor)] || cookies[nameOf(name, visitor, '')] || null,
    set(reply, name, token, life) {
      const { visitor } = reply.request
      const { secure } = visitor
      const attributes = { path: `${basePath}/`, httpOnly: true, sameSite: 'strict', secure } as const
      if (token === null) reply.clearCookie(nameOf(name, visitor), attributes)
      else reply.setCookie(nameOf(name, visitor), token, { ...attributes, maxAge: life })
    },
  }
}
