import { chakra } from '@chakra-ui/react'
import type { Topic } from '../../openapi/schema.ts'
import { useText } from '../i18n/text.ts'
import { Anchor } from '../ui/anchor.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Caption, Card, Cards, Cell, HeadCell, Row, Table, TableOrCards } from '../ui/table.tsx'
import { topicAddress } from './addresses.ts'
import { TopicState, TopicTarget } from './topic-facts.tsx'

/** Minimum width of the table, in px. */
const leastTable = 680

/** The topics, as a table or as cards. */
export function TopicList({ topics }: { topics: readonly Topic[] }) {
  const t = useText()
  return (
    <TableOrCards
      least={leastTable}
      table={
        <Table>
          <Caption>{t('topics.title')}</Caption>
          <Head />
          <tbody>
            {topics.map(topic => (
              <Row key={topic.name}>
                <Cell>
                  <TopicLink name={topic.name} />
                </Cell>
                <Cell>
                  <TopicTarget topic={topic} />
                </Cell>
                <Cell>
                  <TopicState topic={topic} />
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      }
      cards={
        <Cards aria-label={t('topics.title')}>
          {topics.map(topic => (
            <Card key={topic.name}>
              <chakra.div
                flex="1"
                minW="0"
                display="flex"
                flexDirection="column"
                alignItems="flex-start"
                gap="2"
              >
                <TopicLink name={topic.name} />
                <chakra.span textStyle="small" color="fg.muted" maxW="full">
                  <TopicTarget topic={topic} />
                </chakra.span>
                <TopicState topic={topic} />
              </chakra.div>
            </Card>
          ))}
        </Cards>
      }
    />
  )
}

function TopicLink({ name }: { name: string }) {
  return (
    <Anchor href={topicAddress(name)} fontWeight="medium" overflowWrap="anywhere">
      {name}
    </Anchor>
  )
}

function Head() {
  const t = useText()
  return (
    <thead>
      <tr>
        <HeadCell scope="col" width="26%">
          {t('topics.name')}
        </HeadCell>
        <HeadCell scope="col">{t('topics.target')}</HeadCell>
        <HeadCell scope="col" width="28%">
          {t('topics.state')}
        </HeadCell>
      </tr>
    </thead>
  )
}

const widths = ['55%', '70%', '45%']

export function TopicListSkeleton() {
  const t = useText()
  return (
    <TableOrCards
      least={leastTable}
      table={
        <Table aria-busy="true">
          <Caption>{t('common.loading')}</Caption>
          <Head />
          <tbody>
            {widths.map(width => (
              <tr key={width}>
                <Cell>
                  <Skeleton style={{ width }} />
                </Cell>
                <Cell>
                  <Skeleton width="70%" />
                </Cell>
                <Cell>
                  <Skeleton width="88px" h="22px" />
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      }
      cards={
        <Cards aria-busy="true">
          {widths.map(width => (
            <Card key={width}>
              <chakra.div flex="1" display="flex" flexDirection="column" gap="2.5" py="1">
                <Skeleton style={{ width }} />
                <Skeleton width="75%" h="10px" />
                <Skeleton width="88px" h="22px" />
              </chakra.div>
            </Card>
          ))}
        </Cards>
      }
    />
  )
}
