import { describeFlow } from '../../flows/kit/describe-flow.ts'
import { sessionMachine } from '../../machines/session/machine.ts'
import { sessionFlow } from './session.flow.ts'

describeFlow('session', sessionMachine, sessionFlow)
