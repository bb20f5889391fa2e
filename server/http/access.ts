import type { IncomingHttpHeaders } from 'node:http'
import { mayCall, needsConfirmedSession, type OperationId } from '../../domain/permissions.ts'
import { mayReach } from '../../domain/reach.ts'
import { needs } from '../../openapi/schema.ts'
import type { Visitor } from '../audit/actor.ts'
import { audit } from '../audit/record.ts'
import { actorOf } from '../auth/role.ts'
import { lacksSecondStep } from '../auth/second-step.ts'
import { hashToken, isApiToken } from '../auth/tokens.ts'
import { Problem } from '../errors/problem.ts'
import { findClient, touchClient } from '../store/api-clients.ts'
import { takeAttempt } from '../store/attempts.ts'
import type { Database } from '../store/open.ts'
import { findOpenSession, findSession, type Session, touchSession } from '../store/sessions.ts'
import type { User } from '../store/users.ts'

/** The access cookie, or an API client's token, which takes precedence. */
export type Credentials = {
  accessToken: string | null
  bearer: string | null
  visitor: Visitor
  /** Of a request that was admitted before and takes long: its token may have been renewed meanwhile. */
  admitted?: string
}

/**
 * The session that an operation runs in; null for public ones. A request with an API client's token gets one without an
 * id, for this request. The one place that decides who may call what:
 * UNAUTHORIZED without a valid session, PASSWORD_CHANGE_REQUIRED and TWO_STEP_SET_UP_REQUIRED before the steps after a
 * sign-in, PERMISSION_DENIED if
 * domain/permissions.ts or domain/reach.ts denies it, CONFIRMATION_REQUIRED if it requires a confirmed identity.
 * `now`: ms.
 */
export async function admit(
  db: Database,
  operation: OperationId,
  from: Credentials,
  now: number,
): Promise<Session | null> {
  const need = needs[operation]
  if (need === 'public') return null
  const seconds = Math.floor(now / 1000)
  const session = await sessionOf(db, from, seconds)
  if (!session) throw new Problem('UNAUTHORIZED')
  const { user, client } = session
  const visitor = client ? { ...from.visitor, client: client.name } : from.visitor
  if (user.requireChangePass && need !== 'session') throw new Problem('PASSWORD_CHANGE_REQUIRED')
  const isStep = need === 'session' || need === 'step'
  if (!client && lacksSecondStep(user) && !isStep) throw new Problem('TWO_STEP_SET_UP_REQUIRED')
  if (!mayCall(actorOf(session), operation)) {
    await recordRefusal(db, operation, { user, visitor, now })
    throw new Problem('PERMISSION_DENIED')
  }
  if (!from.admitted && needsConfirmedSession(operation) && session.confirmedUntil <= seconds)
    throw new Problem('CONFIRMATION_REQUIRED')
  return session
}

/**
 * PERMISSION_DENIED if a valid request names something outside its user's scope, before the storage is called. `input`:
 * its body, or its query if it has none. `now`: ms.
 */
export async function admitReach(
  db: Database,
  operation: OperationId,
  { session, visitor }: { session: Session | null; visitor: Visitor },
  input: unknown,
  now: number,
): Promise<void> {
  if (!session || mayReach(session.user.scope, operation, input)) return
  await recordRefusal(db, operation, { user: session.user, visitor, now })
  throw new Problem('PERMISSION_DENIED')
}

async function sessionOf(
  db: Database,
  { accessToken, bearer, visitor, admitted }: Credentials,
  now: number,
): Promise<Session | null> {
  if (isApiToken(bearer)) {
    const found = await findClient(db, hashToken(bearer), now)
    if (!found) return null
    const { client, user } = found
    await touchClient(db, client, now)
    return { user, client, confirmedUntil: 0 }
  }
  if (admitted) return findOpenSession(db, admitted, now)
  const session = accessToken === null ? null : await findSession(db, hashToken(accessToken), now)
  if (session) await touchSession(db, session, visitor, now)
  return session
}

/** At most one record a minute for each user and operation: a page that polls must not fill the log. */
async function recordRefusal(
  db: Database,
  operation: OperationId,
  by: { user: User; visitor: Visitor; now: number },
): Promise<void> {
  const limit = { attempts: 1, seconds: 60 }
  const wait = await takeAttempt(db, `refused ${by.user.id} ${operation}`, limit, Math.floor(by.now / 1000))
  if (wait === null) await audit(db, by, 'PERMISSION_REFUSED', { target: operation })
}

/**
 * ORIGIN_DENIED for requests that another site's page makes a browser send. Browsers send Origin with every request
 * other than GET and HEAD; if it is missing, Sec-Fetch-Site must not name another site. Programs send neither, and have
 * no browser cookies to abuse.
 * Source: Fetch standard, "Origin header"; OWASP, "Cross-Site Request Forgery Prevention".
 */
export function checkOrigin(method: string, headers: IncomingHttpHeaders, own: string): void {
  if (method === 'GET' || method === 'HEAD') return
  const site = headers['sec-fetch-site']
  const fine =
    headers.origin === undefined ? site === undefined || site === 'same-origin' : headers.origin === own
  if (!fine) throw new Problem('ORIGIN_DENIED')
}
