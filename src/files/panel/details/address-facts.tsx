import { chakra } from '@chakra-ui/react'
import { mayCall } from '../../../../domain/permissions.ts'
import { api } from '../../../api/client.ts'
import { ApiError, dataOf } from '../../../api/result.ts'
import { useText } from '../../../i18n/text.ts'
import { useUser } from '../../../session/flow.ts'
import { showFailure } from '../../../shell/show-failure.ts'
import { CopyButton } from '../../../ui/copy.tsx'
import { useObjectAcl } from '../queries.ts'
import type { ObjectTabProps } from '../tabs.ts'
import { commandLinkLife, curlCommand, objectAddresses } from './addresses.ts'
import { type Fact, Facts } from './facts.tsx'

/** The path and URI of a file or folder, and commands that download it. */
export function Addresses(props: ObjectTabProps) {
  return props.type === 'folder' ? <AddressFacts {...props} extra={[]} /> : <FileAddresses {...props} />
}

function FileAddresses({ bucket, path, type }: ObjectTabProps) {
  const t = useText()
  const user = useUser()
  const { data: acl } = useObjectAcl(bucket, path, { quiet: true })
  const fileFacts: Fact[] = []
  if (acl?.acl === 'public') fileFacts.push({ label: t('object.publicUrl'), value: acl.url })
  if (mayCall(user, 'generateUrl')) fileFacts.push(curlFact())

  function curlFact(): Fact {
    const label = t('object.curl')
    const shown = curlCommand(path, '…')
    async function createCommand() {
      const body = { bucket, path, expires_in: commandLinkLife }
      return curlCommand(path, (await dataOf(api.POST('/objects/get-url', { body }))).url)
    }
    const onError = (error: unknown) =>
      showFailure(error instanceof ApiError ? error.failure : { code: 'UNKNOWN_ERROR' })
    return {
      label,
      value: shown,
      shown: (
        <>
          <chakra.code fontSize="sm">{shown}</chakra.code>
          <chakra.span display="block" mt="1" textStyle="small" color="fg.muted">
            {t('object.curlLink', { hours: commandLinkLife / 3600 })}
          </chakra.span>
        </>
      ),
      copy: <CopyButton value={createCommand} label={t('keys.copy', { what: label })} onError={onError} />,
    }
  }

  return <AddressFacts bucket={bucket} path={path} type={type} extra={fileFacts} />
}

/** `extra`: rows that only files have. */
function AddressFacts({ bucket, path, type, extra }: ObjectTabProps & { extra: readonly Fact[] }) {
  const t = useText()
  const { uri, aws } = objectAddresses(bucket, path, type)
  const facts = [
    { label: t('object.path'), value: path },
    { label: t('object.uri'), value: uri },
    { label: t('object.aws'), value: aws, shown: <chakra.code fontSize="sm">{aws}</chakra.code> },
    ...extra,
  ]
  return <Facts title={t('object.addresses')} facts={facts} />
}
