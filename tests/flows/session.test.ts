import { sessionMachine } from '../../machines/session/machine.ts'
import { sessionFlow } from './session.flow.ts'
import { describeFlow } from './support/describe-flow.ts'

describeFlow('session', sessionMachine, sessionFlow)
