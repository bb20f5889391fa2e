import type { Flow } from '../../flows/kit/flow.ts'
import type { appUpdateMachine } from '../../machines/app-update/machine.ts'

/** What can happen between a page and the versions of the app on the server. */
export const appUpdateFlow: Flow<typeof appUpdateMachine> = {
  starts: { 'when the page opens': { running: '1.0.0' } },
  events: {
    'check now': [{ type: 'check now' }],
    accept: [{ type: 'accept' }],
    decline: [{ type: 'decline' }],
  },
  outcomes: {
    readVersion: {
      ok: [
        { ok: true, version: '1.0.0' },
        { ok: true, version: '1.0.1' },
      ],
      NETWORK: [{ ok: false, code: 'NETWORK' }],
      unexpected: [new Error('500')],
    },
  },
  leads: {
    'check now': before => (before.matches('declined') ? 'available' : 'current.checking'),
    'after check interval': 'current.checking',
    'readVersion: NETWORK': 'current.waiting',
    'readVersion: unexpected': 'current.waiting',
    accept: 'reloading',
    decline: 'declined',
  },
}
