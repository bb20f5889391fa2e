import { readFileSync } from 'node:fs'

/** A system call as strace shows it, from line `began` of the trace to `ended`. */
export type Call = { name: string; text: string; began: number; ended: number }

/** Reads the output of `strace -f -o`: a call that other threads interrupt takes two lines. */
export const readTrace = (file: string): Call[] => {
  const calls: Call[] = []
  const unfinished = new Map<string, { name: string; text: string; began: number }>()
  for (const [line, content] of readFileSync(file, 'latin1').split('\n').entries()) {
    const match = /^(\d+) +(?:<\.\.\. (\w+) resumed>|(\w+)\()(.*)$/s.exec(content)
    if (!match) continue
    const [, thread = '', resumed, name = '', text = ''] = match
    if (resumed !== undefined) {
      const call = unfinished.get(thread)
      unfinished.delete(thread)
      if (call) calls.push({ ...call, text: call.text + text, ended: line })
    } else if (text.endsWith('<unfinished ...>')) unfinished.set(thread, { name, text, began: line })
    else calls.push({ name, text, began: line, ended: line })
  }
  return calls.sort((a, b) => a.began - b.began)
}
