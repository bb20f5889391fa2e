import { chakra } from '@chakra-ui/react'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { expiryOf } from '../../domain/expiry.ts'
import type { ApiClient } from '../../openapi/schema.ts'
import { useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/text.ts'
import { ItemMenu } from '../ui/action-menu.tsx'
import { NameText } from '../ui/name-text.tsx'
import { Caption, Card, Cards, Cell, HeadCell, MenuHead, Row, Table, TableOrCards } from '../ui/table.tsx'
import { CardColumn } from './section.tsx'

type Props = { clients: readonly ApiClient[]; onDelete: (client: ApiClient) => void }

/** The API clients, as a table or as cards. */
export function ApiClientList(props: Props) {
  return <TableOrCards least={720} table={<ClientTable {...props} />} cards={<ClientCards {...props} />} />
}

function ClientTable({ clients, onDelete }: Props) {
  const t = useText()
  return (
    <Table>
      <Caption>{t('clients.list')}</Caption>
      <thead>
        <tr>
          <HeadCell scope="col">{t('clients.name')}</HeadCell>
          <HeadCell scope="col" width="20%">
            {t('clients.permission')}
          </HeadCell>
          <HeadCell scope="col" width="20%" figures>
            {t('clients.expiry')}
          </HeadCell>
          <HeadCell scope="col" width="24%" figures>
            {t('clients.lastUsed')}
          </HeadCell>
          <MenuHead />
        </tr>
      </thead>
      <tbody>
        {clients.map(client => (
          <Row key={client.id}>
            <Cell fontWeight="medium" overflowWrap="anywhere">
              <NameText name={client.name} />
            </Cell>
            <Cell>{t(`people.permission.${client.permission}`)}</Cell>
            <Cell figures secondary>
              <ExpiryDay seconds={client.expire_date} />
            </Cell>
            <Cell figures secondary>
              <LastUse seconds={client.last_used_at} />
            </Cell>
            <Cell px="2" textAlign="end">
              <ClientActions client={client} onDelete={onDelete} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

function ClientCards({ clients, onDelete }: Props) {
  const t = useText()
  const format = useFormats()
  return (
    <Cards aria-label={t('clients.list')}>
      {clients.map(client => (
        <Card key={client.id}>
          <CardColumn>
            <chakra.p fontWeight="medium" overflowWrap="anywhere">
              <NameText name={client.name} />
            </chakra.p>
            <chakra.div display="flex" flexWrap="wrap" columnGap="4" textStyle="small" color="fg.muted">
              <chakra.span color="fg">{t(`people.permission.${client.permission}`)}</chakra.span>
              <ExpiryDay seconds={client.expire_date} sentence />
              <chakra.span textStyle="figures">
                {client.last_used_at === null
                  ? t('clients.neverUsed')
                  : t('clients.lastUsedOn', { date: format.dateTime(client.last_used_at) })}
              </chakra.span>
            </chakra.div>
          </CardColumn>
          <ClientActions client={client} onDelete={onDelete} />
        </Card>
      ))}
    </Cards>
  )
}

/** When the token expires, or that it has. */
function ExpiryDay({ seconds, sentence = false }: { seconds: number; sentence?: boolean }): ReactNode {
  const t = useText()
  const format = useFormats()
  const { kind } = expiryOf(seconds, Date.now() / 1000)
  if (kind === 'over') return <chakra.span color="fg.danger">{t('clients.expired')}</chakra.span>
  if (kind === 'forever') return <span>{t(sentence ? 'clients.forever' : 'clients.never')}</span>
  const date = format.date(seconds)
  return <chakra.span textStyle="figures">{sentence ? t('clients.expiresOn', { date }) : date}</chakra.span>
}

function LastUse({ seconds }: { seconds: number | null }): ReactNode {
  const t = useText()
  const format = useFormats()
  return seconds === null ? t('clients.neverUsed') : format.dateTime(seconds)
}

function ClientActions({ client, onDelete }: { client: ApiClient; onDelete: (client: ApiClient) => void }) {
  const t = useText()
  return (
    <ItemMenu
      name={client.name}
      size="sm"
      actions={[
        {
          id: 'delete',
          label: t('common.delete'),
          icon: <Trash2 />,
          danger: true,
          run: () => onDelete(client),
        },
      ]}
    />
  )
}
