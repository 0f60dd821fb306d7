import { testPlantedJobs } from './plantedJobTests';

testPlantedJobs(({ form }) => form === 'db');
