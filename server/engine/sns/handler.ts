import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { isDiskFull } from '../../disk.ts'
import { S3Error } from '../protocol/errors.ts'
import { element } from '../protocol/xml.ts'
import type { Context } from '../request/context.ts'
import { pump } from '../request/pump.ts'
import type { Verifier } from '../signature/identity.ts'
import { parseQuery } from '../signature/uri.ts'
import { Halted } from '../store/halt.ts'
import type { KeyUse } from '../store/key-use.ts'
import { actions, SnsError } from './actions.ts'

const MOST_BYTES = 64 * 1024
/** The account for the memory of a body before its signature is verified. */
const nobody = ''

/**
 * Whether a POST to the root is for SNS: by its signature, or as it is a form of the query protocol, which S3 has not.
 * `bucket`: the one that the host names.
 */
export const isSns = (headers: IncomingHttpHeaders, bucket: string | undefined): boolean =>
  /^AWS4-HMAC-SHA256 .*\/sns\/aws4_request/.test(headers.authorization ?? '') ||
  (bucket === undefined && /^application\/x-www-form-urlencoded/i.test(headers['content-type'] ?? ''))

/** The engine's own failures keep S3's codes. */
const failureOf = (error: unknown): { code: string; status: number; message: string } => {
  if (error instanceof SnsError || error instanceof S3Error) return error
  if (error instanceof Halted) return new S3Error('ServiceUnavailable')
  return isDiskFull(error) ? new S3Error('InsufficientStorage') : new S3Error('InternalError')
}

type Asked = Pick<Context, 'engine' | 'request' | 'response' | 'requestId'> & {
  /** Call before reading the body. */
  sendContinue(): void
}

const readBody = async (asked: Asked): Promise<Buffer> => {
  const memory = asked.engine.textMemory(nobody)
  const length = Number(asked.request.headers['content-length'] ?? Number.NaN)
  if (!(length <= MOST_BYTES)) throw new S3Error('MaxMessageLengthExceeded')
  memory.take(length)
  try {
    asked.sendContinue()
    const pieces: Buffer[] = []
    await pump(asked, received => {
      pieces.push(...received)
      return undefined
    })
    return Buffer.concat(pieces)
  } finally {
    memory.release()
  }
}

const send = (response: ServerResponse, status: number, xml: string): void => {
  const body = Buffer.from(xml, 'utf8')
  response.writeHead(status, { 'content-type': 'text/xml', 'content-length': body.length })
  response.end(body)
}

const namespace = 'xmlns="http://sns.amazonaws.com/doc/2010-03-31/"'

const act = async (asked: Asked, verify: Verifier, used: Pick<KeyUse, 'add'>): Promise<string> => {
  const { engine, request, requestId } = asked
  if (engine.halt.halted) throw engine.halt.halted
  const snsBody = await readBody(asked)
  const { credential } = verify({
    method: 'POST',
    path: '/',
    query: parseQuery(''),
    headers: request.headers,
    snsBody,
  })
  if (!credential)
    throw new SnsError('MissingAuthenticationToken', 'The request has no signature of version 4')
  if (credential.suspended) throw new SnsError('AuthorizationError', 'The user is suspended')
  used.add(credential.accessKey)
  // Topics belong to the account: a sub-user's key has no access to them, whatever its level.
  if (credential.subUser !== null || credential.level !== 'full') {
    throw new SnsError('AuthorizationError', 'Only the account itself may use its topics')
  }
  const fields = new Map(parseQuery(snsBody.toString('utf8')).entries)
  const name = fields.get('Action') ?? ''
  // What was made before can be deleted.
  if (!credential.notifications && (name === 'CreateTopic' || name === 'SetTopicAttributes'))
    throw new SnsError('AuthorizationError', 'The user may have no topics')
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined
  if (!action) throw new SnsError('InvalidAction', `The action ${name} is not valid for this endpoint.`)
  const result = await action(engine, credential.uid, fields)
  const metadata = `<ResponseMetadata>${element('RequestId', requestId)}</ResponseMetadata>`
  return `<${name}Response ${namespace}><${name}Result>${result}</${name}Result>${metadata}</${name}Response>`
}

/** Responds to a request of SNS's query protocol. https://docs.aws.amazon.com/sns/latest/api/welcome.html */
export const answerSns = async (
  asked: Asked,
  verify: Verifier,
  used: Pick<KeyUse, 'add'>,
  log: (message: string, error: unknown) => void,
): Promise<void> => {
  const { response, requestId } = asked
  try {
    send(response, 200, await act(asked, verify, used))
  } catch (error) {
    const { code, status, message } = failureOf(error)
    if (status === 500) log(`${requestId} SNS`, error)
    const type = element('Type', status < 500 ? 'Sender' : 'Receiver')
    const inner = `<Error>${type}${element('Code', code)}${element('Message', message)}</Error>${element('RequestId', requestId)}`
    response.setHeader('connection', 'close')
    send(response, status, `<ErrorResponse ${namespace}>${inner}</ErrorResponse>`)
  }
}
