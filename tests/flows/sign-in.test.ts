import { describeFlow } from '../../flows/kit/describe-flow.ts'
import { signInMachine } from '../../machines/sign-in/machine.ts'
import { signInFlow } from './sign-in.flow.ts'

describeFlow('sign-in', signInMachine, signInFlow)
