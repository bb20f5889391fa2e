import type { Handlers } from '../contract/call.ts'
import type { Services } from '../operations/services.ts'
import { openZip, prepareZip } from '../operations/zip.ts'

export function zipHandlers(
  services: Pick<Services, 'db' | 'access' | 'readHere' | 'now' | 'zipSlots' | 'basePath'>,
): Pick<Handlers, 'createZip' | 'downloadZip'> {
  return {
    async createZip({ body, session: { user }, disconnected }) {
      const { bucket, prefix = '', keys = [], folders = [] } = body
      const wanted = { bucket, prefix, keys, folders }
      const { token, ...made } = await prepareZip(services, user, wanted, {
        now: services.now(),
        disconnected,
      })
      return { ...made, url: `${services.basePath}/api/objects/zip?token=${token}` }
    },

    downloadZip: ({ query, session: { user } }) => openZip(services, user, query.token, services.now()),
  }
}
