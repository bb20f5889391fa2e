import { chmodSync, unlinkSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { MiB } from '../../domain/limits.ts'

/** The commands that another process on the same data folder can send to the running one. */
export type EngineCommand = 'verify' | 'backup'
export type Command = EngineCommand | 'secret' | 'about' | 'apply'
export type Answer = { say(line: string): void; signal: AbortSignal }
export type Perform = (command: Command, argument: string, answer: Answer) => Promise<boolean>

const socketOf = (dataDir: string): string => join(dataDir, 'control.sock')
/** Longer paths of Unix sockets are refused by the operating system. */
const MOST_PATH = 100
const MOST_LINE = MiB

const isCommand = (name: unknown): name is Command =>
  name === 'verify' || name === 'backup' || name === 'secret' || name === 'about' || name === 'apply'

const parse = (line: string): { command: Command; argument: string } | undefined => {
  try {
    const { command, argument } = JSON.parse(line) as Record<string, unknown>
    return isCommand(command) && typeof argument === 'string' ? { command, argument } : undefined
  } catch {
    return undefined
  }
}

const serve = async (socket: Socket, perform: Perform): Promise<void> => {
  const gone = new AbortController()
  socket.on('error', () => undefined).on('close', () => gone.abort())
  const line = await firstLine(socket)
  const asked = line === undefined ? undefined : parse(line)
  if (!asked) {
    socket.destroy()
    return
  }
  const say = (text: string): void => void socket.write(`${JSON.stringify({ say: text })}\n`)
  const good = await perform(asked.command, asked.argument, { say, signal: gone.signal }).catch(
    (error: Error) => {
      say(error.message)
      return false
    },
  )
  socket.end(`${JSON.stringify({ good })}\n`)
}

const firstLine = (socket: Socket): Promise<string | undefined> =>
  new Promise(resolve => {
    let text = ''
    socket.on('data', piece => {
      text += String(piece)
      const end = text.indexOf('\n')
      if (end >= 0) resolve(text.slice(0, end))
      else if (text.length > MOST_LINE) resolve(undefined)
    })
    socket.on('close', () => resolve(undefined))
  })

/**
 * Listens on a socket in the data folder, which only its owner may open. Returns a function that stops it, or null if
 * the folder's path is too long for a socket.
 */
export const serveControl = async (
  dataDir: string,
  perform: Perform,
): Promise<(() => Promise<void>) | null> => {
  const path = socketOf(dataDir)
  if (Buffer.byteLength(path) > MOST_PATH) return null
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    void serve(socket, perform)
  })
  try {
    // Left by a killed process: the folder's lock proves that no other one runs.
    unlinkSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve))
  chmodSync(path, 0o600)
  return () =>
    new Promise(resolve => {
      for (const socket of sockets) socket.destroy()
      server.close(() => resolve())
    })
}

/**
 * Sends the command to the process that runs on the data folder. Returns whether it succeeded; null if none runs.
 * @throws if that process ends before it has answered
 */
export const askControl = async (
  dataDir: string,
  command: Command,
  argument: string,
  say: (line: string) => void,
): Promise<boolean | null> => {
  if (Buffer.byteLength(socketOf(dataDir)) > MOST_PATH) return null
  const socket = connect(socketOf(dataDir))
  const connected = await new Promise<boolean>((resolve, reject) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(false)
      else reject(error)
    })
  })
  if (!connected) return null
  socket.write(`${JSON.stringify({ command, argument })}\n`)
  let good: boolean | undefined
  for await (const line of createInterface({ input: socket })) {
    const answer = JSON.parse(line) as { say?: string; good?: boolean }
    if (answer.say !== undefined) say(answer.say)
    if (answer.good !== undefined) good = answer.good
  }
  if (good === undefined) throw new Error(`Kho ended before "${command}" did: its log says why.`)
  return good
}
