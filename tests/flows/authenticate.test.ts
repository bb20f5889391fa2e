import { describeFlow } from '../../flows/kit/describe-flow.ts'
import { authenticateMachine } from '../../machines/authenticate/machine.ts'
import { authenticateFlow } from './authenticate.flow.ts'

describeFlow('authenticate', authenticateMachine, authenticateFlow)
