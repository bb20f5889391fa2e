import { spawn } from 'node:child_process'

/**
 * Tells systemd (`Type=notify`) that the process is ready, or begins to stop. Nothing under another supervisor. By
 * `systemd-notify`, as Node has no sockets for datagrams on paths.
 */
export function tellSupervisor(state: 'READY' | 'STOPPING', failed: (error: Error) => void): void {
  if (!process.env.NOTIFY_SOCKET) return
  spawn('systemd-notify', [`${state}=1`], { stdio: 'ignore' }).on('error', failed)
}
