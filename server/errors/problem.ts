import { STATUS_CODES } from 'node:http'
import { catalogue, type ErrorCode, type Problem as ProblemBody } from '../../openapi/schema.ts'

export type FieldIssue = { field: string; message: string }

/** An expected failure, with a code of the contract's catalogue. */
export class Problem extends Error {
  readonly code: ErrorCode
  readonly fields: FieldIssue[] | undefined
  /** Seconds. */
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, more: { fields?: FieldIssue[]; retryAfter?: number; cause?: unknown } = {}) {
    super(catalogue[code].detail, { cause: more.cause })
    this.name = 'Problem'
    this.code = code
    this.fields = more.fields
    this.retryAfter = more.retryAfter ?? catalogue[code].retry_after
  }

  get status(): number {
    return catalogue[this.code].status
  }

  /** The response body, application/problem+json. Source: RFC 9457. */
  body(requestId: string): ProblemBody {
    return {
      type: 'about:blank',
      title: STATUS_CODES[this.status] ?? 'Error',
      status: this.status,
      code: this.code,
      detail: this.message,
      request_id: requestId,
      ...(this.retryAfter !== undefined && { retry_after: this.retryAfter }),
      ...(this.fields && { fields: this.fields }),
    }
  }
}

/** INVALID_REQUEST for one field. */
export function invalid(field: string, message: string): Problem {
  return new Problem('INVALID_REQUEST', { fields: [{ field, message }] })
}
