import { authenticateMachine } from '../../machines/authenticate/machine.ts'
import { authenticateFlow } from './authenticate.flow.ts'
import { describeFlow } from './support/describe-flow.ts'

describeFlow('authenticate', authenticateMachine, authenticateFlow)
