import type { ChildProcess } from 'node:child_process'

/** What a child that runs `kho start` has said once both its servers are up, and its console's address. */
export function announced(child: ChildProcess): Promise<{ said: string; url: string }> {
  return new Promise((resolve, reject) => {
    let said = ''
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', data => {
        said += data
        const at = /Kho is at (\S+).*S3 is at/s.exec(said)
        if (at) resolve({ said, url: at[1]! })
      })
    child.once('close', code => reject(new Error(`ended with ${code}: ${said}`)))
  })
}
