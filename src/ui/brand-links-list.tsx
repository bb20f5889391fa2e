import { chakra, defineStyle } from '@chakra-ui/react'
import { useText } from '../i18n/text.ts'
import { brand } from '../site/brand.ts'

const row = defineStyle({ display: 'flex', flexWrap: 'wrap', columnGap: '4', rowGap: '1' })
/** In the room below the form on wide screens, so that the form stays where index.html has painted it. */
const foot = defineStyle({
  ...row,
  alignContent: 'center',
  justifyContent: 'center',
  minH: '14',
  mt: { sm: '-14' },
  px: '4',
  textStyle: 'small',
})

/** The operator's terms, privacy notice and support, each in a new tab. `below`: of an entry page. */
export default function BrandLinksList({ below }: { below?: boolean }) {
  const t = useText()
  return (
    <chakra.footer css={below ? foot : row}>
      {brand.links.map(([name, href]) => (
        <chakra.a
          key={name}
          href={href}
          target="_blank"
          rel="noopener"
          borderRadius="sm"
          color="fg.muted"
          _hover={{ textDecoration: 'underline' }}
        >
          {t(`brand.${name}`)} <chakra.span srOnly>{t('common.newTab')}</chakra.span>
        </chakra.a>
      ))}
    </chakra.footer>
  )
}
