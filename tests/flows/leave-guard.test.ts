import { leaveGuardMachine } from '../../machines/leave-guard/machine.ts'
import { leaveGuardFlow } from './leave-guard.flow.ts'
import { describeFlow } from './support/describe-flow.ts'

describeFlow('leave-guard', leaveGuardMachine, leaveGuardFlow)
