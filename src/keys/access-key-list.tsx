import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { expiryOf } from '../../domain/expiry.ts'
import type { AccessKey } from '../../openapi/schema.ts'
import { useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/text.ts'
import { useScopeTexts } from '../people/scope-mark.tsx'
import { CopyButton } from '../ui/copy.tsx'
import { NameText } from '../ui/name-text.tsx'
import { Caption, Card, Cards, Cell, HeadCell, MenuHead, Row, Table, TableOrCards } from '../ui/table.tsx'
import { KeyActions, type KeyEvents } from './key-actions.tsx'
import { CardColumn } from './section.tsx'

/** `tellsUse`: whether the storage reports when keys were last used. */
type Props = { keys: readonly AccessKey[]; tellsUse: boolean; events: KeyEvents }

/** The keys, as a table or as cards, with their owners unless all are the user's own. */
export function AccessKeyList({ keys, tellsUse, events }: Props) {
  const others = keys.some(key => !key.own)
  return (
    <TableOrCards
      least={(others ? 800 : 660) + (tellsUse ? 120 : 0)}
      table={<KeyTable keys={keys} tellsUse={tellsUse} events={events} others={others} />}
      cards={<KeyCards keys={keys} tellsUse={tellsUse} events={events} others={others} />}
    />
  )
}

function KeyTable({ keys, tellsUse, events, others }: Props & { others: boolean }) {
  const t = useText()
  const format = useFormats()
  return (
    <Table>
      <Caption>{t('keys.list')}</Caption>
      <thead>
        <tr>
          <HeadCell scope="col">{t('keys.name')}</HeadCell>
          <HeadCell scope="col" width="224px">
            {t('keys.accessKey')}
          </HeadCell>
          {others && (
            <HeadCell scope="col" width="18%">
              {t('keys.user')}
            </HeadCell>
          )}
          <HeadCell scope="col" width="112px" figures>
            {t('keys.created')}
          </HeadCell>
          {tellsUse && (
            <HeadCell scope="col" width="120px" figures>
              {t('clients.lastUsed')}
            </HeadCell>
          )}
          <HeadCell scope="col" width="120px">
            {t('keys.state')}
          </HeadCell>
          <MenuHead />
        </tr>
      </thead>
      <tbody>
        {keys.map(key => (
          <Row key={key.access_key}>
            <Cell fontWeight="medium" overflowWrap="anywhere">
              <NameText name={key.name} />
              <KeyLimit accessKey={key} />
            </Cell>
            <Cell>
              <KeyId id={key.access_key} name={key.name} />
            </Cell>
            {others && (
              <Cell secondary overflowWrap="anywhere">
                {key.own ? t('keys.you') : key.user}
              </Cell>
            )}
            <Cell figures secondary>
              {format.date(key.created_at)}
            </Cell>
            {tellsUse && (
              <Cell figures secondary>
                {key.last_used_at === null ? t('clients.neverUsed') : format.date(key.last_used_at)}
              </Cell>
            )}
            <Cell>
              <KeyState accessKey={key} />
            </Cell>
            <Cell px="2" textAlign="end">
              <KeyActions accessKey={key} events={events} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

function KeyCards({ keys, tellsUse, events, others }: Props & { others: boolean }) {
  const t = useText()
  const format = useFormats()
  return (
    <Cards aria-label={t('keys.list')}>
      {keys.map(key => (
        <Card key={key.access_key}>
          <CardColumn>
            <chakra.p fontWeight="medium" overflowWrap="anywhere">
              <NameText name={key.name} />
            </chakra.p>
            <KeyLimit accessKey={key} />
            <KeyId id={key.access_key} name={key.name} />
            <chakra.div
              display="flex"
              flexWrap="wrap"
              columnGap="4"
              pe="2"
              textStyle="small"
              color="fg.muted"
            >
              <KeyState accessKey={key} />
              <chakra.span textStyle="figures">
                {t('keys.createdOn', { date: format.date(key.created_at) })}
              </chakra.span>
              {tellsUse && (
                <chakra.span textStyle="figures">
                  {key.last_used_at === null
                    ? t('clients.neverUsed')
                    : t('clients.lastUsedOn', { date: format.date(key.last_used_at) })}
                </chakra.span>
              )}
              {others && (
                <chakra.span minW="0" overflowWrap="anywhere">
                  {key.own ? t('keys.you') : key.user}
                </chakra.span>
              )}
            </chakra.div>
          </CardColumn>
          <KeyActions accessKey={key} events={events} />
        </Card>
      ))}
    </Cards>
  )
}

/** Whether the key works, and until when. */
function KeyState({ accessKey: { enabled, expire_date } }: { accessKey: AccessKey }) {
  const t = useText()
  const format = useFormats()
  const { kind } = expiryOf(expire_date, Date.now() / 1000)
  if (kind === 'over') return <StateMark works={false}>{t('clients.expired')}</StateMark>
  return (
    <chakra.span display="inline-flex" flexDirection="column">
      <StateMark works={enabled}>{t(enabled ? 'keys.enabled' : 'keys.disabled')}</StateMark>
      {kind !== 'forever' && (
        <chakra.span textStyle="caption" color="fg.muted">
          {t('clients.expiresOn', { date: format.date(expire_date) })}
        </chakra.span>
      )}
    </chakra.span>
  )
}

function KeyId({ id, name }: { id: string; name: string }) {
  const t = useText()
  return (
    <chakra.span display="flex" alignItems="center" gap="1" minW="0">
      <chakra.code
        fontFamily="mono"
        textStyle="small"
        minW="0"
        overflow="hidden"
        textOverflow="ellipsis"
        whiteSpace="nowrap"
        title={id}
      >
        {id}
      </chakra.code>
      <CopyButton value={id} label={t('keys.copy', { what: `${t('keys.accessKey')}, ${name}` })} />
    </chakra.span>
  )
}

/** Maximum number of sentences shown. */
const most = 2

/** A key's limits in sentences; empty if it has all rights of its user. */
function KeyLimit({ accessKey: { permission, scope } }: { accessKey: AccessKey }) {
  const t = useText()
  const texts = useScopeTexts()
  if (permission === null) return null
  const all = scope ? texts(permission, scope) : [t(`keys.may.${permission}`)]
  const shown = all.length > 0 ? all.slice(0, most) : [t('scope.mark', { count: 0 })]
  const hidden = all.slice(most)
  return (
    <chakra.ul textStyle="caption" color="fg.muted" listStyleType="none" overflowWrap="anywhere">
      {shown.map(text => (
        <li key={text}>{text}</li>
      ))}
      {hidden.length > 0 && (
        <li title={hidden.join('\n')}>
          {t('keys.moreFolders', { count: hidden.length })}
          <chakra.span srOnly>: {hidden.join('; ')}</chakra.span>
        </li>
      )}
    </chakra.ul>
  )
}

/** A status in words; the dot is decoration. */
function StateMark({ works, children }: { works: boolean; children: ReactNode }) {
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      gap="2"
      whiteSpace="nowrap"
      color={works ? 'fg' : 'fg.muted'}
    >
      <chakra.span
        aria-hidden="true"
        boxSize="8px"
        borderRadius="full"
        bg={works ? 'fg.success' : 'transparent'}
        borderWidth="1.5px"
        borderColor={works ? 'fg.success' : 'fg.subtle'}
      />
      {children}
    </chakra.span>
  )
}
