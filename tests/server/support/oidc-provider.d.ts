/** As far as tests use it: the package has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  class Grant {
    constructor(of: { clientId: string; accountId: string })
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }

  export default class Provider {
    constructor(issuer: string, configuration: object)
    Grant: typeof Grant
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  }
}
