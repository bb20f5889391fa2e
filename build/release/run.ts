import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Runs a program; gives what it prints. @throws with what it says, if it fails */
export async function run(command: string, args: string[], cwd: string): Promise<string> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  const closed = once(child, 'close')
  const [output, problem] = await Promise.all([textOf(child.stdout), textOf(child.stderr)])
  const [code] = await closed
  if (code !== 0) throw new Error(`${command} ${args.join(' ')}: ${problem || output}`)
  return output
}

const textOf = async (stream: NodeJS.ReadableStream) => {
  let text = ''
  for await (const piece of stream) text += piece
  return text
}
