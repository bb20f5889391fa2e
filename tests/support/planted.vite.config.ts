import { mergeConfig } from 'vite'
import config from '../../vite.config.ts'
import { plantedFault } from './planted.ts'

/** The console with a planted fault, for a test. */
export default mergeConfig(config, { plugins: plantedFault() })
