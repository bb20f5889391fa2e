import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation } from 'wouter'
import type { MailedAddress } from '../../openapi/schema.ts'
import { apiFailingFast } from '../api/client.ts'
import { result } from '../api/result.ts'
import { EntryHeading } from '../entry/entry-layout.tsx'
import { WayOut } from '../entry/way-out.tsx'
import { FlowForm } from '../forms/flow-form.tsx'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { LinkScreen, useLinkForm, useMailedLink } from './mailed-link.tsx'

const kinds = {
  confirm: {
    check: '/user/notification-addresses/check-confirmation',
    send: '/user/notification-addresses/confirm',
    title: 'email.addressTitle',
    lead: 'email.addressLead',
    action: 'email.confirm',
    doneTitle: 'email.addressDoneTitle',
    done: 'email.addressDone',
    invalid: 'email.addressInvalid',
  },
  unsubscribe: {
    check: '/user/notification-addresses/check-unsubscribe',
    send: '/user/notification-addresses/unsubscribe',
    title: 'email.unsubscribeTitle',
    lead: 'email.unsubscribeLead',
    action: 'email.unsubscribe',
    doneTitle: 'email.unsubscribedTitle',
    done: 'email.unsubscribedLead',
    invalid: 'email.unsubscribeInvalid',
  },
} as const

type Kind = (typeof kinds)[keyof typeof kinds]

/** The pages of the links mailed to addresses of notification groups: a button confirms one, or unsubscribes it. */
export default function AddressLink() {
  const [path] = useLocation()
  const kind = kinds[path === '/unsubscribe' ? 'unsubscribe' : 'confirm']
  return <Page key={kind.check} kind={kind} />
}

function Page({ kind }: { kind: Kind }) {
  const t = useText()
  const link = useMailedLink(kind.check)
  const [done, setDone] = useState<MailedAddress | null>(null)
  if (done) {
    return (
      <>
        <EntryHeading title={t(kind.doneTitle)} lead={<Lead id={kind.done} address={done} />} />
        <WayOut />
      </>
    )
  }
  return (
    <LinkScreen link={link} invalid={t(kind.invalid)}>
      {({ token, found, refuse }) => (
        <Question key={token} kind={kind} {...{ token, found, refuse }} onDone={() => setDone(found)} />
      )}
    </LinkScreen>
  )
}

type Props = { kind: Kind; token: string; found: MailedAddress; refuse: () => void; onDone: () => void }

function Question({ kind, token, found, refuse, onDone }: Props) {
  const t = useText()
  const { failure, submit } = useLinkForm(refuse)
  const form = useForm()
  const send = () => submit(result(apiFailingFast.PUT(kind.send, { body: { token } })), onDone)
  return (
    <>
      <EntryHeading title={t(kind.title)} lead={<Lead id={kind.lead} address={found} />} />
      <FlowForm form={form} onSubmit={send} failure={failure}>
        <Button type="submit" variant="main" wide loading={form.formState.isSubmitting}>
          {t(kind.action)}
        </Button>
      </FlowForm>
    </>
  )
}

function Lead({ id, address }: { id: Kind['lead' | 'done']; address: MailedAddress }) {
  const t = useText()
  return <chakra.span overflowWrap="anywhere">{t(id, address)}</chakra.span>
}
