import { auditText } from '../../domain/audit-text.ts'
import type { AuditEntry } from '../../openapi/schema.ts'
import type { Formats } from '../i18n/formats.ts'
import type { MessageId } from '../i18n/messages.ts'
import type { Text } from '../i18n/text.ts'

/** The detail of an entry in the user's language; for older entries, the stored text. */
export function detailText(t: Text, format: Formats, { detail }: AuditEntry): string {
  if (typeof detail === 'string') return detail
  return auditText(detail, {
    plain: false,
    say: (id, _, values) => t(id, values),
    error: code => t(`error.${code}` as MessageId),
    time: format.dateTime,
    bytes: format.bytes,
  })
}

/** The origin of an entry: a browser and its system, or an API client by its name. */
export function deviceText(t: Text, device: string): string {
  const [, name] = /^API client: (.*)$/s.exec(device) ?? []
  return name === undefined ? device : t('audit.device.client', { name })
}
