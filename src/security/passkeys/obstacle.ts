import type { operations } from '../../../openapi/schema.ts'
import { mayHavePasskeys } from '../../api/passkey-support.ts'
import type { MessageId } from '../../i18n/messages.ts'

type Obstacle = operations['listPasskeys']['responses'][200]['content']['application/json']['obstacle']

const sentences = {
  http: 'passkeys.needHttps',
  'ip-address': 'passkeys.needName',
} as const satisfies Record<NonNullable<Obstacle>, MessageId>

/** Why no passkey can be added here, in a sentence. `obstacle`: of the console's address. */
export function obstacleOf(obstacle: Obstacle): MessageId | null {
  if (obstacle) return sentences[obstacle]
  return 'PublicKeyCredential' in window ? null : 'passkeys.needBrowser'
}

/** The same by the address of this page, where the server is not asked. */
export function obstacleHere(): MessageId | null {
  if (mayHavePasskeys()) return null
  if (!window.isSecureContext) return sentences.http
  return obstacleOf(null) ?? sentences['ip-address']
}
