import { describe, expect, test } from 'vitest'

/** Brings the real server to where the call ends so, and makes the call (once for each way to end so); or, in words, why it is not caused here. */
export type Cause = (() => Promise<unknown>) | (() => Promise<unknown>)[] | string

/** A cause for every outcome of every outside actor of a flow. */
export type Causes<TFlow extends { outcomes: object }> = {
  [Actor in keyof TFlow['outcomes']]: { [Tag in keyof TFlow['outcomes'][Actor]]?: Cause }
}

type AnyOutcomes = Record<string, Record<string, unknown>>

/**
 * The implementations of a flow's actors against the real server, in this process: each outcome that the flow is walked
 * with is caused there, and must have the code and the fields that the flow's example has.
 */
export function describeActors<TFlow extends { outcomes: object }>(
  name: string,
  flow: TFlow,
  causes: Causes<TFlow>,
): void {
  describe(`the actors of the flow ${name}`, () => {
    test.each(Object.entries(flow.outcomes as AnyOutcomes))(
      'every outcome of %s has a cause',
      (actor, tags) => {
        expect(Object.keys((causes as AnyOutcomes)[actor] ?? {}).sort()).toEqual(Object.keys(tags).sort())
      },
    )
    for (const [actor, tags] of Object.entries(causes as Record<string, Record<string, Cause>>)) {
      for (const [tag, cause] of Object.entries(tags)) {
        if (typeof cause === 'string') continue
        test.each([cause].flat().map((act, index) => [index === 0 ? '' : ` (${index + 1})`, act] as const))(
          `${actor}: ${tag}%s`,
          async (_, act) => {
            const examples = (flow.outcomes as AnyOutcomes)[actor]?.[tag]
            if (Array.isArray(examples) && examples[0] instanceof Error)
              return expect(act()).rejects.toBeInstanceOf(Error)
            const outcome = await act()
            if (tag === 'done') return expect(outcome).toBeUndefined()
            if (tag === 'unexpected') {
              const others = Object.keys((flow.outcomes as AnyOutcomes)[actor]!)
              expect(outcome).toMatchObject({ ok: false })
              return expect(others).not.toContain((outcome as { code: string }).code)
            }
            const fields = Array.isArray(examples) ? Object.keys(examples[0]) : []
            expect(outcome).toMatchObject(tag === 'ok' ? { ok: true } : { ok: false, code: tag })
            if (tag !== 'ok') expect(Object.keys(outcome as object)).toEqual(expect.arrayContaining(fields))
          },
        )
      }
    }
  })
}
