import { fileBrand } from '../../domain/brand-file.ts'
import { useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/text.ts'
import { brand } from '../site/brand.ts'
import { BarChart } from '../ui/bar-chart.tsx'
import { Cell, HeadCell, Row, Table } from '../ui/table.tsx'

/** A month, day or hour with its bytes, and its requests if known; `label`: its name on the axis. */
export type Place = {
  at: string
  name: string
  label: string
  received: number
  sent: number
  requests?: number
}

type Props = {
  places: readonly Place[]
  caption: string
  axis: string
  /** What the image is about, and the end of its file's name. */
  image: { about: string; file: string }
}

/** Bytes in, and out below them, with a table of both. */
export function TrafficChart({ places, caption, axis, image }: Props) {
  const t = useText()
  const format = useFormats()
  const withRequests = places.some(({ requests }) => requests !== undefined)
  const used = places.filter(({ received, sent, requests = 0 }) => received + sent + requests > 0)
  return (
    <BarChart
      points={places.map(({ at, name, label, received, sent, requests }) => ({
        key: at,
        label,
        values: [received, sent],
        words: [
          t('dashboard.point', { at: name, received: format.bytes(received), sent: format.bytes(sent) }),
          ...(requests === undefined ? [] : [t('dashboard.requestCount', { count: requests })]),
        ].join(', '),
      }))}
      series={[
        { name: t('dashboard.in'), fill: 'accent' },
        { name: t('dashboard.out'), fill: 'accent.teal' },
      ]}
      average={(series, value) => t('dashboard.average', { series, value })}
      caption={caption}
      format={format.bytes}
      axis={axis}
      asTable={t('dashboard.asTable')}
      image={{
        label: t('dashboard.picture'),
        ...{ about: image.about, title: caption },
        file: `${fileBrand(brand.name)}-traffic-${image.file}.png`,
      }}
    >
      <Table mt="2" maxW="480px">
        <thead>
          <Row>
            <HeadCell scope="col">{axis}</HeadCell>
            <HeadCell scope="col" figures>
              {t('dashboard.in')}
            </HeadCell>
            <HeadCell scope="col" figures>
              {t('dashboard.out')}
            </HeadCell>
            {withRequests && (
              <HeadCell scope="col" figures>
                {t('dashboard.requests')}
              </HeadCell>
            )}
          </Row>
        </thead>
        <tbody>
          {used.toReversed().map(({ at, name, received, sent, requests }) => (
            <Row key={at}>
              <Cell>{name}</Cell>
              <Cell figures>{format.bytes(received)}</Cell>
              <Cell figures>{format.bytes(sent)}</Cell>
              {withRequests && <Cell figures>{format.number(requests ?? 0)}</Cell>}
            </Row>
          ))}
        </tbody>
      </Table>
    </BarChart>
  )
}
