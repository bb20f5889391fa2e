import type { Locale } from '../../languages/languages.ts'
import type { User } from '../store/users.ts'

/** Where a request comes from, and how browsers reach this console. */
export type Visitor = {
  /** The console's own origin, as the browser sees it. */
  origin: string
  /** Its host name, without a port; an IPv6 address in brackets. */
  hostname: string
  secure: boolean
  /** The address by which attempts are limited. */
  address: string
  /** At most 512 characters. */
  userAgent: string
  /** The name of the calling API client, if any. */
  client?: string
  clientId?: string
  /** The command of this computer that calls in a visitor's place, if any. */
  command?: string
  /** The language that the console is shown in. */
  locale: Locale
  /** Whether the request names a language: a program's may name none. */
  namesLanguage: boolean
  requestId: string
}

/**
 * Who acts, as a user or by the e-mail address that was typed, from where, and when (ms). `operator`: the email address
 * of the super admin who acts in the user's place.
 */
export type Actor = {
  user: Pick<User, 'accountId' | 'accountName' | 'email'> | string
  visitor: Pick<Visitor, 'address' | 'userAgent' | 'client' | 'clientId' | 'command'> &
    Partial<Pick<Visitor, 'locale'>>
  now: number
  operator?: string
}

export type By = Actor & { user: User }

/** `sessionId`: of the session that calls; none of an API client's. */
export type ByVisitor = By & { visitor: Visitor; sessionId?: string | undefined }

/** A call of nobody in particular, and when (ms). */
export type From = Pick<ByVisitor, 'visitor' | 'now'>
