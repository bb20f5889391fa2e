import type { AlertKind, thresholds } from '../../domain/alerts.ts'
import { formatBytes } from '../../domain/bytes.ts'
import type { MailTexts } from '../../languages/language.ts'
import { type Locale, languages, mails } from '../../languages/languages.ts'
import type { SignInPart } from '../../openapi/schema.ts'
import { escapeHtml } from '../brand/fill-in.ts'
import type { Alert } from '../store/alerts.ts'
import type { EndedAccess } from '../store/end-access.ts'
import type { Mail } from './frame.ts'

/** The warning about wrong pins, sent when the first wait begins. */
export function wrongPinsMail(locale: Locale, to: string): Mail {
  const words = mails[locale].wrongPins
  return compose(locale, to, words, words.wait, words.wait)
}

export function resetPasswordMail(locale: Locale, to: string, link: string): Mail {
  const words = mails[locale].resetPassword
  return compose(locale, to, words, link, linkHtml(words.button, link))
}

export function resetPinMail(locale: Locale, to: string, code: string): Mail {
  const shown = `<span style="font-size:28px;font-weight:700;letter-spacing:6px">${code}</span>`
  return compose(locale, to, mails[locale].resetPin, code, shown)
}

/** Who reset the sign-in: an administrator of the server or of the service, or the owner of the account. */
export type Resetter = keyof (typeof mails)[Locale]['signInReset']['why']

/** The notice that another user has reset the sign-in. */
export function signInResetMail(locale: Locale, to: string, parts: SignInPart[], by: Resetter): Mail {
  const words = mails[locale].signInReset
  const names = parts.map(part => words.parts[part])
  return compose(locale, to, { ...words, why: words.why[by] }, names.join('\n'), names.join('<br>'))
}

export function confirmEmailMail(locale: Locale, to: string, link: string): Mail {
  const words = mails[locale].confirmEmail
  return compose(locale, to, words, link, linkHtml(words.button, link))
}

/** To an address requested as a new email that another user already has. */
export function emailInUseMail(locale: Locale, to: string): Mail {
  const words = mails[locale].emailInUse
  return compose(locale, to, words, words.nothing, words.nothing)
}

/** To the old address of a user who now signs in with `email`. `link`: undoes it. */
export function emailChangedMail(locale: Locale, to: string, email: string, link: string): Mail {
  const words = mails[locale].emailChanged
  const { undo } = words
  const html = `<strong>${escapeHtml(email)}</strong></p><p>${undo}</p><p>${linkHtml(words.button, link)}`
  return compose(locale, to, words, [email, undo, link].join('\n\n'), html)
}

/** To an address that is no longer the user's, because its change was undone. */
export function emailUndoneMail(locale: Locale, to: string, email: string): Mail {
  return compose(locale, to, mails[locale].emailUndone, email, `<strong>${escapeHtml(email)}</strong>`)
}

/** To a user whose address was restored, listing what ended with that. */
export function accessEndedMail(locale: Locale, to: string, ended: EndedAccess): Mail {
  const words = mails[locale].accessEnded
  const lines = [
    ...ended.subUsers.map(({ email }) => `${words.kinds.subUser}: ${email}`),
    ...ended.keys.map(({ user, name }) => `${words.kinds.key}: ${name} (${user})`),
    ...ended.clients.map(({ user, name }) => `${words.kinds.client}: ${name} (${user})`),
    ...ended.shares.map(({ user, name }) => `${words.kinds.share}: ${name} (${user})`),
    ...ended.topics.map(name => `${words.kinds.topic}: ${name}`),
  ]
  return compose(locale, to, words, lines.join('\n'), lines.map(escapeHtml).join('<br>'))
}

/** To the previous owner of an account. */
export function ownerReplacedMail(locale: Locale, to: string, account: string): Mail {
  const { text, html } = accountOf(locale, account)
  return compose(locale, to, mails[locale].ownerReplaced, text, html)
}

function accountOf(locale: Locale, account: string): { text: string; html: string } {
  const { account: label } = mails[locale]
  return { text: `${label} ${account}`, html: `${label} <strong>${escapeHtml(account)}</strong>` }
}

/** To the new owner of an account. `link`: where to sign in; null: unknown. */
export function newOwnerMail(locale: Locale, to: string, account: string, link: string | null): Mail {
  const words = mails[locale].newOwner
  const { text, html } = accountOf(locale, account)
  if (link === null) return compose(locale, to, words, text, html)
  return compose(locale, to, words, `${text}\n\n${link}`, `${html}</p><p>${linkHtml(words.button, link)}`)
}

/** To an address that an account wants to mail what happens in it. `link`: confirms that. */
export function confirmAddressMail(locale: Locale, to: string, account: string, link: string): Mail {
  return compose(locale, to, ...chosenBy(locale, mails[locale].confirmAddress, account, link))
}

/** To a person who must set a first password by the link. */
export function invitationMail(
  locale: Locale,
  to: string,
  { role, account, link }: { role: 'owner' | 'subUser'; account: string; link: string },
): Mail {
  const words = mails[locale].invitation
  return compose(locale, to, ...chosenBy(locale, { ...words, why: words.why[role] }, account, link))
}

/** The account, what its link does, and the link. */
function chosenBy<Words extends MailTexts & { choose: string; button: string }>(
  locale: Locale,
  words: Words,
  account: string,
  link: string,
): [Words, string, string] {
  const { text, html } = accountOf(locale, account)
  const linked = `${html}</p><p>${words.choose}</p><p>${linkHtml(words.button, link)}`
  return [words, [text, words.choose, link].join('\n\n'), linked]
}

export type SecurityEvent = keyof (typeof mails)[Locale]['security']['events']

/**
 * The notice of a change in how a user signs in. `subject`: the key or API client, if it is about one; `now`: ms;
 * `device`: empty if unknown.
 */
export function securityMail(
  locale: Locale,
  to: string,
  event: SecurityEvent,
  { subject, now, device, address }: { subject: string; now: number; device: string; address: string },
): Mail {
  const { events, facts, unknownDevice, ...words } = mails[locale].security
  const lines = [
    ...(subject === '' ? [] : [[facts.subject, subject]]),
    [facts.time, timeText(locale, now)],
    [facts.device, device || unknownDevice],
    ...(address === '' ? [] : [[facts.address, address]]),
  ].map(([name, value]) => `${name}: ${value}`)
  const html = lines.map(escapeHtml).join('<br>')
  return compose(locale, to, { ...words, ...events[event] }, lines.join('\n'), html)
}

/** In UTC, as the reader's time zone is unknown. `at`: ms. */
function timeText(locale: Locale, at: number): string {
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const
  return `${new Intl.DateTimeFormat(languages[locale].tag, options).format(at)} (UTC)`
}

/** To an address of a notification group. `alert`: times in unix seconds, sizes in bytes. */
export function alertMail(
  locale: Locale,
  to: string,
  account: string,
  {
    kind,
    threshold,
    used,
    total,
    expireDate,
  }: Pick<Alert, 'kind' | 'threshold' | 'used' | 'total' | 'expireDate'>,
): Mail {
  const { quota, expiry, facts, ...words } = mails[locale].alert
  const special =
    kind === 'quota' ? quota[threshold as Threshold<'quota'>] : expiry[threshold as Threshold<'expiry'>]
  const bytes = (value: number | null) => formatBytes(value ?? 0, languages[locale].tag)
  const lines = [
    [facts.account, account],
    kind === 'quota'
      ? [facts.used, `${bytes(used)} / ${bytes(total)}`]
      : [facts.expires, timeText(locale, (expireDate ?? 0) * 1000)],
  ].map(([name, value]) => `${name}: ${value}`)
  return compose(locale, to, { ...words, ...special }, lines.join('\n'), lines.map(escapeHtml).join('<br>'))
}

type Threshold<Kind extends AlertKind> = (typeof thresholds)[Kind][number]

/**
 * Events of a topic's buckets. `more`: how many happened besides those listed. `origin`: of the links to the buckets; null:
 * without.
 */
export function bucketEventsMail(
  locale: Locale,
  to: string,
  topic: string,
  events: readonly { event: string; bucket: string; key: string }[],
  { more, origin }: { more: number; origin: string | null },
): Mail {
  const { test, kinds, ...words } = mails[locale].bucketEvents
  const special = more === 0 && events.every(({ event }) => event === 's3:TestEvent') ? test : words
  const addressOf = (bucket: string) => `${origin}/bucket-management/${encodeURIComponent(bucket)}`
  const lines = events.map(({ event, bucket, key }) => {
    const kind = (kinds as Record<string, string>)[event.replace(/^(s3:\w+):.*/, '$1')] ?? event
    const path = key === '' ? '' : `/${key.replace(/\p{C}/gu, '\ufffd')}`
    const name = escapeHtml(bucket)
    const linked = origin === null ? name : `<a href="${escapeHtml(addressOf(bucket))}">${name}</a>`
    return bucket === ''
      ? { text: kind, html: escapeHtml(kind) }
      : { text: `${kind}: ${bucket}${path}`, html: `${escapeHtml(kind)}: ${linked}${escapeHtml(path)}` }
  })
  const rest = more > 0 ? [words.more(more)] : []
  const buckets = origin === null ? [] : [...new Set(events.map(({ bucket }) => bucket).filter(Boolean))]
  const links = buckets.map(bucket => `${bucket}: ${addressOf(bucket)}`)
  const text = [...lines.map(({ text }) => text), ...rest, ...(links.length > 0 ? ['', ...links] : [])]
  const html = [...lines.map(({ html }) => html), ...rest.map(escapeHtml)]
  const subject = `${special.subject}: ${topic}`
  return compose(locale, to, { ...words, ...special, subject }, text.join('\n'), html.join('<br>'))
}

/** To an owner: a topic was paused, as its address answered 410. `origin`: of the address, whose path may be secret. */
export function topicRefusedMail(locale: Locale, to: string, topic: string, origin: string): Mail {
  const text = `${topic}: ${origin}`
  return compose(locale, to, mails[locale].topicRefused, text, escapeHtml(text))
}

/** To the user who made a share: too many wrong passwords paused it. `file`: its bucket and key. */
export function shareAttackedMail(locale: Locale, to: string, file: string): Mail {
  const shown = file.replace(/\p{C}/gu, '\ufffd')
  return compose(locale, to, mails[locale].shareAttacked, shown, `<strong>${escapeHtml(shown)}</strong>`)
}

function linkHtml(button: string, link: string): string {
  const address = escapeHtml(link)
  return `<a href="${address}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:{color};color:#ffffff;text-decoration:none;font-weight:600">${button}</a></p><p style="font-size:14px;word-break:break-all">${address}`
}

function compose(locale: Locale, to: string, words: MailTexts, text: string, html: string): Mail {
  const { subject, hello, why, life, notYou } = words
  return { to, locale, words: { subject, hello, why, life, notYou }, text, html }
}
