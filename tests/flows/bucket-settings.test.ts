import { bucketSettingsMachine } from '../../machines/bucket-settings/machine.ts'
import { bucketSettingsFlow } from './bucket-settings.flow.ts'
import { describeFlow } from './support/describe-flow.ts'

describeFlow('bucket-settings', bucketSettingsMachine, bucketSettingsFlow)
