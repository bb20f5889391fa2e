import { describeFlow } from '../../flows/kit/describe-flow.ts'
import { confirmIdentityMachine } from '../../machines/confirm-identity/machine.ts'
import { confirmIdentityFlow } from './confirm-identity.flow.ts'

describeFlow('confirm-identity', confirmIdentityMachine, confirmIdentityFlow)
