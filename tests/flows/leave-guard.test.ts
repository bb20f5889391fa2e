import { describeFlow } from '../../flows/kit/describe-flow.ts'
import { leaveGuardMachine } from '../../machines/leave-guard/machine.ts'
import { leaveGuardFlow } from './leave-guard.flow.ts'

describeFlow('leave-guard', leaveGuardMachine, leaveGuardFlow)
