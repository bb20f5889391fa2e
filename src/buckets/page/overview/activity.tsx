import { chakra } from '@chakra-ui/react'
import { mayCall } from '../../../../domain/permissions.ts'
import type { BucketOverview } from '../../../../openapi/schema.ts'
import { acts } from '../../../audit/acts.ts'
import { detailText } from '../../../audit/detail-text.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useText } from '../../../i18n/text.ts'
import { useUser } from '../../../session/flow.ts'
import { Anchor } from '../../../ui/anchor.tsx'
import { Section } from '../../../ui/section.tsx'

/** The latest acts on the bucket; users who may read the audit log get a link to all of them. */
export function Activity({ overview }: { overview: BucketOverview }) {
  const t = useText()
  const format = useFormats()
  const user = useUser()
  const { name, activity } = overview
  const all = mayCall(user, 'listAudit')
  return (
    <Section
      title={t(all ? 'bucket.overview.activity' : 'bucket.overview.ownActivity')}
      action={
        all && (
          <Anchor
            href={`/user-management/audit-log?search=${encodeURIComponent(name)}`}
            color="fg.accent"
            textStyle="small"
            fontWeight="medium"
            _hover={{ textDecoration: 'underline' }}
          >
            {t('bucket.overview.allActivity')}
          </Anchor>
        )
      }
    >
      {activity.length === 0 ? (
        <chakra.p color="fg.muted">{t('bucket.overview.noActivity')}</chakra.p>
      ) : (
        <chakra.ul listStyleType="none" display="flex" flexDirection="column" gap="3">
          {activity.map(entry => {
            const { icon: Icon } = acts[entry.action]
            const detail = detailText(t, format, entry)
            return (
              <chakra.li key={entry.id} display="flex" gap="3">
                <chakra.span
                  aria-hidden="true"
                  color="fg.muted"
                  pt="2px"
                  _icon={{ boxSize: '18px', strokeWidth: '1.75' }}
                >
                  <Icon />
                </chakra.span>
                <chakra.div minW="0" overflowWrap="anywhere">
                  <p>{t(`audit.act.${entry.action}`)}</p>
                  {detail && (
                    <chakra.p textStyle="small" color="fg.muted" lineClamp="2">
                      <bdi>{detail}</bdi>
                    </chakra.p>
                  )}
                  <chakra.p textStyle="small" color="fg.muted">
                    {[all ? entry.user || t('audit.nobody') : '', format.dateTime(entry.at)]
                      .filter(Boolean)
                      .join(' · ')}
                  </chakra.p>
                </chakra.div>
              </chakra.li>
            )
          })}
        </chakra.ul>
      )}
    </Section>
  )
}
