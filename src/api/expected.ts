import { type Failure, type FailureCode, UnexpectedError } from '../../machines/failure.ts'

/** The failure as a flow expects it: one of `codes`; anything else is thrown as unexpected. */
export function expected<const Code extends FailureCode>(
  failure: Failure,
  codes: readonly Code[],
): Failure<Code> {
  if (codes.some(code => code === failure.code)) return failure as Failure<Code>
  throw new UnexpectedError(failure)
}
