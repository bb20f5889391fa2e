import type { Refusal } from '../../../machines/preview/machine.ts'
import { type Parsed, TooComplex } from './parse/model.ts'
import { type ParsedKind, parse } from './parse/parse.ts'

export type ParseCall = { kind: ParsedKind; bytes: ArrayBuffer }
export type ParseAnswer = { parsed: Parsed } | { refusal: Refusal }

self.onmessage = ({ data: { kind, bytes } }: MessageEvent<ParseCall>) => {
  let answer: ParseAnswer
  try {
    answer = { parsed: parse(kind, new Uint8Array(bytes)) }
  } catch (error) {
    // RangeError: too deep or too long for the JavaScript engine.
    answer = {
      refusal: error instanceof TooComplex || error instanceof RangeError ? 'too-complex' : 'damaged',
    }
  }
  self.postMessage(answer)
}
