import { confirmIdentityMachine } from '../../machines/confirm-identity/machine.ts'
import { confirmIdentityFlow } from './confirm-identity.flow.ts'
import { describeFlow } from './support/describe-flow.ts'

describeFlow('confirm-identity', confirmIdentityMachine, confirmIdentityFlow)
