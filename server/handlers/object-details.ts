import type { Handlers } from '../contract/call.ts'
import { objectAcl, objectAcls, setObjectAcl, setObjectAcls } from '../operations/object-acl.ts'
import { changeDetails, objectDetails } from '../operations/object-details.ts'
import type { Services } from '../operations/services.ts'

export function objectDetailHandlers(
  services: Pick<Services, 'db' | 'access' | 'jobs' | 'locks' | 'storageKind' | 'endpoints'>,
): Pick<
  Handlers,
  | 'getObjectAcl'
  | 'putObjectAcl'
  | 'readObjectAcls'
  | 'putObjectAcls'
  | 'getObjectDetails'
  | 'changeObjectDetails'
> {
  return {
    getObjectAcl: ({ query, visitor, session: { user } }) =>
      objectAcl(services, user, query, services.endpoints(visitor).get),

    async putObjectAcl({ body, visitor, session: { user }, by }) {
      await setObjectAcl(services, by, body)
      return objectAcl(services, user, body, services.endpoints(visitor).get)
    },

    readObjectAcls: async ({ body, session: { user } }) => ({ acls: await objectAcls(services, user, body) }),

    putObjectAcls: ({ body, by }) => setObjectAcls(services, by, body),

    getObjectDetails: ({ query: { bucket, path, version_id }, session: { user } }) =>
      objectDetails(services, user, { bucket, path, versionId: version_id }),

    changeObjectDetails: ({ body, by }) => changeDetails(services, by, body),
  }
}
