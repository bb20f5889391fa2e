import { signInMachine } from '../../machines/sign-in/machine.ts'
import { signInFlow } from './sign-in.flow.ts'
import { describeFlow } from './support/describe-flow.ts'

describeFlow('sign-in', signInMachine, signInFlow)
