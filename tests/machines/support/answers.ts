import { fromPromise } from 'xstate'

/**
 * A stand-in for an outside actor that gives `answers` one after the other (an `Error` is what it rejects with),
 * never ends when none is left, and keeps what it was asked.
 */
export function answering<TOutput, TInput>(...answers: (TOutput | Promise<TOutput> | Error)[]) {
  const asked: TInput[] = []
  const actor = fromPromise<TOutput, TInput>(({ input }) => {
    asked.push(input)
    if (answers.length === 0) return new Promise<TOutput>(() => undefined)
    const answer = answers.shift() as TOutput | Promise<TOutput> | Error
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
  })
  return { actor, asked }
}
