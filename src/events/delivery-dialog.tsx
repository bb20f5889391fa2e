import { chakra } from '@chakra-ui/react'
import { RotateCcw } from 'lucide-react'
import { useId } from 'react'
import { mayResend } from '../../domain/topic.ts'
import type { Delivery, DeliveryAttempt, DeliveryDetail } from '../../openapi/schema.ts'
import { useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy.tsx'
import { Dialog, useClosing } from '../ui/dialog.tsx'
import { Read } from '../ui/read.tsx'
import { DeliveryStateChip, eventName, outcomeOf, subjectOf } from './delivery-facts.tsx'
import { useDelivery, useResend } from './queries.ts'

type Props = { name: string; id: string; onClose: () => void }

/** One event of a topic's log: its attempts, and its body. */
export default function DeliveryDialog({ name, id, onClose }: Props) {
  const t = useText()
  const { open, close, onExited } = useClosing(onClose)
  const query = useDelivery(name, id)
  const { data } = query
  const { busy, resend } = useResend(name)
  return (
    <Dialog
      open={open}
      size="large"
      onClose={close}
      onExited={onExited}
      title={data ? eventName(data.delivery.event) : t('topics.delivery')}
      footer={
        <>
          <Button data-autofocus onClick={close}>
            {t('common.close')}
          </Button>
          {data && mayResend(data.delivery) && (
            <Button variant="main" loading={busy} onClick={() => void resend(id)}>
              <RotateCcw />
              {t('topics.resend')}
            </Button>
          )}
        </>
      }
    >
      <Read of={query} failed="topics.deliveryFailed">
        {detail => <Detail {...detail} />}
      </Read>
    </Dialog>
  )
}

function Detail({ delivery, attempts, body }: DeliveryDetail) {
  const t = useText()
  const format = useFormats()
  const id = useId()
  const { state, created_at: at, next_at: next } = delivery
  const subject = subjectOf(delivery)
  return (
    <>
      <div>
        {subject && (
          <chakra.p overflowWrap="anywhere">
            <bdi>{subject}</bdi>
          </chakra.p>
        )}
        <chakra.p display="flex" flexWrap="wrap" alignItems="center" gap="3" mt="1" color="fg.muted">
          <DeliveryStateChip state={state} />
          <chakra.span textStyle="figures">{format.moment(at)}</chakra.span>
          {next !== null && <span>{t('topics.nextAt', { time: format.moment(next) })}</span>}
        </chakra.p>
        <chakra.p mt="1" textStyle="small" color="fg.muted" overflowWrap="anywhere">
          webhook-id: {delivery.id}
        </chakra.p>
      </div>
      <section aria-labelledby={`${id}-attempts`}>
        <chakra.h3 id={`${id}-attempts`} textStyle="label" mb="1.5">
          {t('topics.attempts')}
        </chakra.h3>
        {attempts.length > 0 ? (
          <chakra.ol listStyleType="none" display="flex" flexDirection="column" gap="3">
            {attempts.map(attempt => (
              <Attempt key={`${attempt.at} ${attempt.ms}`} attempt={attempt} />
            ))}
          </chakra.ol>
        ) : (
          <chakra.p color="fg.muted">{t(withoutAttempts(delivery))}</chakra.p>
        )}
      </section>
      <section aria-labelledby={`${id}-body`}>
        <chakra.div display="flex" alignItems="center" justifyContent="space-between" mb="1">
          <chakra.h3 id={`${id}-body`} textStyle="label">
            {t('topics.body')}
          </chakra.h3>
          <CopyButton value={body} label={t('keys.copy', { what: t('topics.body') })} />
        </chakra.div>
        <Text label={t('topics.body')} text={indented(body)} />
      </section>
    </>
  )
}

/** A mail to a group is tried once, without an attempt of its own. */
const withoutAttempts = ({ state, tries }: Delivery) =>
  tries === 0 ? 'topics.noAttempts' : state === 'delivered' ? 'topics.mailed' : 'topics.noReceiver'

function Attempt({ attempt }: { attempt: DeliveryAttempt }) {
  const t = useText()
  const format = useFormats()
  const { at, ms, problem, answer } = attempt
  return (
    <chakra.li borderWidth="1px" borderRadius="md" px="3" py="2.5" minW="0">
      <chakra.p fontWeight="medium" color={problem === null ? 'fg' : 'fg.danger'} overflowWrap="anywhere">
        {outcomeOf(t, attempt)}
      </chakra.p>
      <chakra.p textStyle="small" color="fg.muted">
        {[format.moment(at), t('topics.took', { ms: format.number(ms) })].join(' · ')}
      </chakra.p>
      {answer && (
        <chakra.div mt="2">
          <Text label={t('topics.answer')} text={answer} />
        </chakra.div>
      )}
    </chakra.li>
  )
}

/** Monospaced text; long lines wrap, and long texts scroll. */
function Text({ label, text }: { label: string; text: string }) {
  return (
    <chakra.pre
      tabIndex={0}
      role="region"
      aria-label={label}
      fontFamily="mono"
      fontSize="xs"
      lineHeight="20px"
      whiteSpace="pre-wrap"
      overflowWrap="anywhere"
      maxH="280px"
      overflowY="auto"
      px="3"
      py="2"
      borderRadius="md"
      bg="bg.subtle"
    >
      {text}
    </chakra.pre>
  )
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
