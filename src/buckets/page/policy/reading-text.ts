import { useMemo } from 'react'
import type { Person, Reading, Term, What, Where, Who } from '../../../../domain/policy/reading.ts'
import { type Locale, languages } from '../../../../languages/languages.ts'
import { type Text, useText } from '../../../i18n/text.ts'
import type { PolicyValue } from '../setting/calls.ts'

/** Display names of principals: the account's own uid; sub-users and limited keys by their storage names. */
export type People = {
  uid: string
  subUsers: ReadonlyMap<string, string>
  keys: ReadonlyMap<string, { name: string; email: string }>
}

/** The language and the known names. */
export type Inside = { t: Text; locale: Locale; people: People }

export function sentenceOf(reading: Reading, inside: Inside): string {
  const { t } = inside
  const { allows, who } = reading
  const nobody = !allows && who.everybody
  const id = allows ? 'policy.read.allow' : nobody ? 'policy.read.nobody' : 'policy.read.deny'
  const { what, where } = reading
  const text = t(id, {
    who: whoText(who, inside),
    what:
      what.but || what.everything
        ? t(`policy.what.${allows ? 'everything' : 'anything'}`)
        : verbsText(what, inside),
    where: whereText(where, inside),
    terms: termsText(reading, inside),
  })
  return text.charAt(0).toLocaleUpperCase(languages[inside.locale].tag) + text.slice(1)
}

/** The exceptions of a `NotAction` statement as a sentence; else null. */
export function exemptionOf({ what, where }: Reading, inside: Inside): string | null {
  if (!what.but) return null
  return inside.t('policy.read.exempt', { what: verbsText(what, inside), where: whereText(where, inside) })
}

const joined = (
  { locale }: Inside,
  texts: string[],
  type: 'conjunction' | 'disjunction' = 'conjunction',
): string => new Intl.ListFormat(languages[locale].tag, { type }).format(texts)

function whoText(who: Who, inside: Inside): string {
  const { t } = inside
  if (who.everybody) return t('policy.who.everybody')
  const these = joined(
    inside,
    who.these.map(person => personText(person, inside)),
  )
  return who.but ? t('policy.who.but', { these }) : these
}

function personText(person: Person, { t, people }: Inside): string {
  if (person.kind === 'service') return t('policy.who.service', { name: person.name })
  if (person.kind === 'account')
    return person.uid === people.uid ? t('policy.who.own') : t('policy.who.account', { name: person.uid })
  if (person.uid !== people.uid) return t('policy.who.subUser', { name: person.name })
  const key = people.keys.get(person.name)
  if (key) return t('policy.who.key', key)
  const name = people.subUsers.get(person.name)
  return name === undefined ? t('policy.who.other', { name: person.name }) : t('policy.who.subUser', { name })
}

function verbsText({ everything, verbs, others }: What, inside: Inside): string {
  const { t } = inside
  if (everything) return t('policy.what.everything')
  return joined(inside, [
    ...verbs.map(verb => t(`policy.what.${verb}`)),
    ...others.map(action => t('policy.what.other', { action })),
  ])
}

function whereText({ places, but }: Reading['where'], inside: Inside): string {
  const where = joined(
    inside,
    places.map(place => placeText(place, inside)),
  )
  return but ? inside.t('policy.where.but', { where }) : where
}

function placeText(place: Where, { t }: Inside): string {
  return 'text' in place
    ? t(`policy.where.${place.kind}`, { text: place.text })
    : t(`policy.where.${place.kind}`)
}

function termsText({ how, terms }: Reading, inside: Inside): string {
  if (terms.length === 0) return ''
  const all = joined(
    inside,
    terms.map(term => termText(term, inside)),
  )
  return inside.t(`policy.terms.${how}`, { terms: all })
}

function termText(term: Term, inside: Inside): string {
  const { t } = inside
  if (term.kind === 'https') return t(term.met ? 'policy.term.https' : 'policy.term.http')
  if ('text' in term) {
    const before = (term.kind === 'before') === term.met
    return t(before ? 'policy.term.before' : 'policy.term.after', { time: term.text })
  }
  const list = joined(inside, term.texts, 'disjunction')
  if (term.kind === 'other') return t('policy.term.other', { operator: term.operator, key: term.key, list })
  return t(`policy.term.${term.kind}${term.met ? '' : 'Not'}`, { list })
}

export type PolicyPeople = People & {
  principals: { arn: string; whose: string }[]
  list: PolicyValue['sub_users']
}

/** The principals that a policy of the bucket can name. */
export function usePeople({ owner_arn, sub_users, limited_keys }: PolicyValue): PolicyPeople {
  const t = useText()
  return useMemo(
    () => ({
      uid: owner_arn.slice(owner_arn.lastIndexOf('/') + 1),
      subUsers: new Map(sub_users.map(({ id, name }) => [id, name])),
      keys: new Map(limited_keys.map(({ access_key, name, email }) => [access_key, { name, email }])),
      principals: [
        { arn: owner_arn, whose: t('policy.who.own') },
        ...sub_users.map(({ arn, name }) => ({ arn, whose: name })),
        ...limited_keys.map(({ arn, name, email }) => ({ arn, whose: t('policy.who.key', { name, email }) })),
      ],
      list: sub_users,
    }),
    [owner_arn, sub_users, limited_keys, t],
  )
}
