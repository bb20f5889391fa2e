import { chakra } from '@chakra-ui/react'
import type { AccessKey } from '../../openapi/schema.ts'
import { useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/text.ts'
import { Card, Cards } from '../ui/cards.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { NameText } from '../ui/name-text.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Caption, Cell, HeadCell, Row, Table } from '../ui/table.tsx'
import { TableOrCards } from '../ui/table-or-cards.tsx'
import { CardColumn } from './card-column.tsx'
import { KeyActions, type KeyEvents } from './key-actions.tsx'
import { StateMark } from './state-mark.tsx'

type Props = { keys: readonly AccessKey[]; events: KeyEvents }

/** The keys, as a table or as cards. Whose they are is told where they are not all the user's own. */
export function AccessKeyList({ keys, events }: Props) {
  const others = keys.some(key => !key.own)
  return (
    <TableOrCards
      least={others ? 780 : 640}
      table={<KeyTable keys={keys} events={events} others={others} />}
      cards={<KeyCards keys={keys} events={events} others={others} />}
    />
  )
}

function KeyTable({ keys, events, others }: Props & { others: boolean }) {
  const t = useText()
  const format = useFormats()
  return (
    <Table>
      <Caption>{t('keys.list')}</Caption>
      <thead>
        <tr>
          <HeadCell scope="col">{t('keys.name')}</HeadCell>
          <HeadCell scope="col" width="232px">
            {t('keys.accessKey')}
          </HeadCell>
          {others && (
            <HeadCell scope="col" width="22%">
              {t('keys.user')}
            </HeadCell>
          )}
          <HeadCell scope="col" width="112px" figures>
            {t('keys.created')}
          </HeadCell>
          <HeadCell scope="col" width="112px">
            {t('keys.state')}
          </HeadCell>
          <HeadCell width="56px">
            <chakra.span srOnly>{t('common.more')}</chakra.span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {keys.map(key => (
          <Row key={key.access_key}>
            <Cell fontWeight="medium" overflowWrap="anywhere">
              <NameText name={key.name} />
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
            <Cell>
              <KeyState enabled={key.enabled} />
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

function KeyCards({ keys, events, others }: Props & { others: boolean }) {
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
            <KeyId id={key.access_key} name={key.name} />
            <chakra.div
              display="flex"
              flexWrap="wrap"
              columnGap="4"
              pe="2"
              textStyle="small"
              color="fg.muted"
            >
              <KeyState enabled={key.enabled} />
              <chakra.span textStyle="figures">
                {t('keys.createdOn', { date: format.date(key.created_at) })}
              </chakra.span>
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

function KeyState({ enabled }: { enabled: boolean }) {
  const t = useText()
  return <StateMark works={enabled}>{t(enabled ? 'keys.enabled' : 'keys.disabled')}</StateMark>
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

/** Rows in the shape of what comes. */
export function ListSkeleton() {
  const t = useText()
  return (
    <chakra.div role="status" aria-busy="true" aria-label={t('common.loading')}>
      {['38%', '52%', '44%'].map(width => (
        <chakra.div
          key={width}
          display="flex"
          alignItems="center"
          justifyContent="space-between"
          gap="6"
          h="12"
          px="3"
          borderBottomWidth="1px"
        >
          <Skeleton style={{ width }} />
          <Skeleton width="96px" />
        </chakra.div>
      ))}
    </chakra.div>
  )
}
