import { describeFlow } from '../../flows/kit/describe-flow.ts'
import { providerSignInMachine } from '../../machines/provider-sign-in/machine.ts'
import { providerSignInFlow } from './provider-sign-in.flow.ts'

describeFlow('provider-sign-in', providerSignInMachine, providerSignInFlow)
