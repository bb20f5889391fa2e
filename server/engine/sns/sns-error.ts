/** https://docs.aws.amazon.com/sns/latest/api/CommonErrors.html and the errors of each action */
const statuses = {
  AuthorizationError: 403,
  InternalError: 500,
  InvalidAction: 400,
  InvalidParameter: 400,
  MissingAuthenticationToken: 403,
  NotFound: 404,
  ResourceNotFound: 404,
  TopicLimitExceeded: 403,
} as const

type SnsCode = keyof typeof statuses

export class SnsError extends Error {
  readonly code: SnsCode
  readonly status: number
  constructor(code: SnsCode, message: string) {
    super(message)
    this.code = code
    this.status = statuses[code]
  }
}
